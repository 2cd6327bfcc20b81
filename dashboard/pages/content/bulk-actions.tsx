import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useRights } from '../../app/use-rights.ts';
import { useText } from '../../text/language.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { type BulkAction, type SelectedItem, affectedBy } from './bulk.ts';
import { de as bulkDe } from './bulk.de.ts';
import { en as bulkEn } from './bulk.en.ts';
import { de } from './content.de.ts';
import { en } from './content.en.ts';
import type { useBulk } from './use-bulk.ts';

interface BulkActionsProps {
  selected: readonly SelectedItem[];
  run: ReturnType<typeof useBulk>['run'];
}

/** What can be done with the selected items of a list. */
export function BulkActions({ selected, run }: BulkActionsProps) {
  const text = useText(en, de);
  const { mayEdit } = useRights();
  // As they were when the button was pressed, whatever the list reads meanwhile.
  const [asked, setAsked] = useState<{ action: BulkAction; items: readonly SelectedItem[] } | null>(null);
  const ask = (action: BulkAction) => {
    run.reset();
    setAsked({ action, items: selected });
  };
  return (
    <Group gap="xs">
      {selected.length > 0 && (
        <>
          <Text size="sm">{text.selected(selected.length)}</Text>
          {mayEdit && (
            <>
              <Button size="xs" onClick={() => ask('publish')}>
                {text.publish}
              </Button>
              <Button size="xs" variant="default" onClick={() => ask('unpublish')}>
                {text.unpublish}
              </Button>
            </>
          )}
          <Button size="xs" variant="default" onClick={() => ask('delete')}>
            {text.delete}
          </Button>
        </>
      )}
      {asked && <AskBulk {...asked} run={run} onClose={() => setAsked(null)} />}
    </Group>
  );
}

interface AskBulkProps extends Pick<BulkActionsProps, 'run'> {
  action: BulkAction;
  items: readonly SelectedItem[];
  onClose: () => void;
}

const STATUSES = ['published', 'archived', 'draft'] as const;

/** Says what becomes of how many before it is done. */
function AskBulk({ action, items, run, onClose }: AskBulkProps) {
  const verbs = useText(en, de);
  const text = useText(bulkEn, bulkDe);
  const affected = affectedBy(action, items);
  const title = { publish: text.publishTitle, unpublish: text.unpublishTitle, delete: () => text.deleteTitle }[action];
  return (
    <Confirm
      isOpen
      title={title(items.length)}
      action={verbs[action]}
      isDangerous={action !== 'publish'}
      isBusy={run.isPending}
      isImpossible={affected.length === 0}
      error={run.error}
      onConfirm={() => run.mutate({ action, items }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <ul>
        {STATUSES.map((status) => {
          const count = items.filter((item) => item.status === status).length;
          return count === 0 ? null : <li key={status}>{text.consequences[action][status](count)}</li>;
        })}
      </ul>
      {action === 'delete' && text.deleteText(items.length)}
      {affected.length === 0 && text.nothingToDo}
    </Confirm>
  );
}
