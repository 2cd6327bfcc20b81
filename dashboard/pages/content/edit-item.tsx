import { Anchor } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useRights } from '../../app/use-rights.ts';
import { useSiteId } from '../../app/use-site-id.ts';
import { useFormQuery } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { Conflict } from './conflict.tsx';
import { de } from './content.de.ts';
import { en } from './content.en.ts';
import { CONTENT_ITEM } from './content.query.ts';
import { DraftActions } from './draft-actions.tsx';
import { DiscardDraft, PublishDraft } from './draft-dialog.tsx';
import { DraftNote } from './draft-note.tsx';
import { ItemForm } from './item-form.tsx';
import { ScheduleNote } from './item-schedule.tsx';
import type { EditorType } from './item-values.ts';
import { type Item, revisionsOf, useView, valuesIn, withRevisions } from './item-views.ts';
import { PreviewButton } from './preview-button.tsx';
import { SaveAsDraft } from './save-as-draft.tsx';
import { ScheduleButton } from './schedule-button.tsx';
import { useSaveItem } from './use-save-item.ts';

export default function EditItem() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  return <ItemOfId key={id} id={id} />;
}

function ItemOfId({ id }: { id: string }) {
  const query = useFormQuery(CONTENT_ITEM, { id });
  const { isKnown } = useRights();
  return (
    <QueryView query={query}>
      {({ content }) => {
        if (!isKnown) return null;
        return <Editor stored={content} reload={async () => (await query.refetch()).data} />;
      }}
    </QueryView>
  );
}

/** Of an item whose type is not there any more. */
const NO_TYPE = {
  accessLevel: 'public',
  builtInFields: { slug: true, excerpt: true, featuredImage: true, content: true, author: true },
  fields: [],
};

function typeOf({ contentType, type }: Item): EditorType {
  return (contentType ?? { ...NO_TYPE, slug: type, name: type }) as EditorType;
}

interface EditorProps {
  stored: Item;
  reload: () => Promise<{ content: Item } | undefined>;
}

function Editor({ stored, reload }: EditorProps) {
  const text = useText(en, de);
  const site = useSiteId();
  const { mayEdit, mayWrite } = useRights();
  // The version that the form began with: reading it again in the background does not change the form.
  const [base, setBase] = useState(stored);
  const [generation, setGeneration] = useState(0);
  const view = useView(base);
  const initial = useMemo(() => valuesIn(view, base), [view, base]);
  const unsaved = useUnsaved('item', `${base.id} ${view}`);
  // The form is replaced after a save, with what was typed meanwhile. It is replaced at once, because later input would be lost
  // with the former one.
  const change = (item: Item) =>
    flushSync(() => {
      setBase(item);
      if (!unsaved.isChanged) setGeneration((count) => count + 1);
    });
  const discard = (item: Item) => {
    unsaved.discard();
    change(item);
  };
  const setAside = (item: Item) => {
    unsaved.setAside();
    change(item);
  };
  const { save, conflict, ...saving } = useSaveItem({ base, unsaved, onChange: change, onSetAside: setAside, reload });
  const { draft } = base;
  const type = typeOf(base);
  const isDraft = view === 'draft';
  const [asked, setAsked] = useState<'publish' | 'discard' | null>(null);
  const dialog = { item: base, onChange: change, onDiscard: discard, reload, onClose: () => setAsked(null) };
  return (
    <Page title={base.title} actions={<Ways site={site} id={stored.id} />}>
      <ScheduleNote id={stored.id} />
      {draft && <DraftNote draft={draft} view={view} isPublished={base.status === 'published'} />}
      <ItemForm
        key={[view, base.id, generation].join(' ')}
        type={type}
        initial={initial}
        unsaved={unsaved}
        base={revisionsOf(base)}
        isDraft={isDraft}
        valueErrors={isDraft ? draft?.valueErrors : base.valueErrors}
        action={isDraft ? text.saveDraft : text.save}
        isBusy={isDraft ? saving.isSavingDraft : saving.isSaving}
        error={saving.error}
        isReadOnly={isDraft ? !mayEdit : !mayWrite(base)}
        // With the revisions that it was typed onto: what others have saved since is a conflict.
        onRestore={(revisions) => setBase(withRevisions(base, revisions))}
        onSubmit={(values) => save(view, values)}
      >
        {({ values, changes }) => {
          if (!mayEdit) return null;
          if (isDraft) {
            const isChanged = Object.keys(changes).length > 0;
            return (
              <DraftActions
                isChanged={isChanged}
                onPublish={() => setAsked('publish')}
                onDiscard={() => setAsked('discard')}
              />
            );
          }
          if (draft || base.status !== 'published') return null;
          return <SaveAsDraft changes={changes} isBusy={saving.isSavingDraft} onSave={() => save('draft', values)} />;
        }}
      </ItemForm>
      {draft && asked === 'publish' && <PublishDraft {...dialog} draft={draft} />}
      {draft && asked === 'discard' && <DiscardDraft {...dialog} draft={draft} />}
      {conflict && (
        <Conflict
          mine={conflict.mine}
          theirs={valuesIn(conflict.target, conflict.theirs)}
          fields={type.fields}
          onKeep={saving.keepMine}
          onTake={saving.takeTheirs}
          onClose={saving.closeConflict}
        />
      )}
    </Page>
  );
}

function Ways({ site, id }: { site: string; id: string }) {
  const text = useText(en, de);
  const { mayEdit } = useRights();
  return (
    <>
      {mayEdit && <PreviewButton id={id} />}
      {mayEdit && <ScheduleButton id={id} />}
      <Anchor component={Link} to={`/${site}/content/${id}/history`} size="sm">
        {text.history}
      </Anchor>
      <Anchor component={Link} to={`/${site}/content`} size="sm">
        {text.back}
      </Anchor>
    </>
  );
}
