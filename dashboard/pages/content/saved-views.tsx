import { Button, Group, Menu } from '@mantine/core';
import { useState } from 'react';
import { useSiteMutation } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { ConfirmMutation } from '../../ui/confirm-mutation.tsx';
import { useNotice } from '../../ui/notices.tsx';
import type { ListSearch } from './list-variables.ts';
import { type SavedView, isSameView, searchOf, viewOf } from './saved-view.ts';
import { ViewName } from './view-name.tsx';
import { de } from './views.de.ts';
import { en } from './views.en.ts';
import { DELETE_VIEW, UPDATE_VIEW } from './views.query.ts';

interface SavedViewsProps {
  views: readonly SavedView[];
  search: ListSearch;
  onChange: (search: ListSearch) => void;
}

/** The lists that the user has named, and what can be done with the one that is shown. */
export function SavedViews({ views, search, onChange }: SavedViewsProps) {
  const text = useText(en, de);
  const [isNaming, setNaming] = useState(false);
  const shown = views.find(({ id }) => id === search.view);
  const isFiltered = !isSameView(search, {});
  if (views.length === 0 && !isFiltered) return null;
  return (
    <Group gap="xs" mb="sm" role="group" aria-label={text.views}>
      <Choice label={text.all} isShown={!shown && !isFiltered} onClick={() => onChange({})} />
      {views.map((view) => (
        <Choice key={view.id} label={view.name} isShown={view === shown} onClick={() => onChange(searchOf(view))} />
      ))}
      {shown && <Actions view={shown} search={search} onDeleted={() => onChange({})} />}
      {!shown && isFiltered && (
        <Button size="xs" variant="default" onClick={() => setNaming(true)}>
          {text.saveView}
        </Button>
      )}
      {isNaming && (
        <ViewName
          title={text.saveView}
          view={viewOf(search)}
          onSaved={(id) => onChange({ ...search, view: id })}
          onClose={() => setNaming(false)}
        />
      )}
    </Group>
  );
}

function Choice({ label, isShown, onClick }: { label: string; isShown: boolean; onClick: () => void }) {
  return (
    <Button size="xs" variant={isShown ? 'filled' : 'default'} aria-pressed={isShown} maw={240} onClick={onClick}>
      {label}
    </Button>
  );
}

interface ActionsProps {
  view: SavedView;
  search: ListSearch;
  onDeleted: () => void;
}

function Actions({ view, search, onDeleted }: ActionsProps) {
  const text = useText(en, de);
  const notice = useNotice();
  const update = useSiteMutation(UPDATE_VIEW);
  const [asked, setAsked] = useState<'rename' | 'delete' | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      {!isSameView(search, searchOf(view)) && (
        <Button
          size="xs"
          variant="default"
          loading={update.isPending}
          onClick={() =>
            update.mutate({ id: view.id, input: viewOf(search) }, { onSuccess: () => notice(text.updated) })
          }
        >
          {text.update}
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="xs" variant="subtle">
            {text.thisView}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setAsked('rename')}>{text.rename}</Menu.Item>
          <Menu.Item onClick={() => setAsked('delete')}>{text.delete}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asked === 'rename' && <ViewName title={text.renameTitle} stored={view} onClose={close} />}
      <ConfirmMutation
        mutation={DELETE_VIEW}
        variables={{ id: view.id }}
        isOpen={asked === 'delete'}
        title={text.deleteTitle(view.name)}
        action={text.delete}
        isDangerous
        onDone={onDeleted}
        onClose={close}
      >
        {text.deleteText}
      </ConfirmMutation>
    </>
  );
}
