import { Anchor } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { ContentItemQuery } from '../../.generated/graphql.ts';
import { useRights } from '../../app/use-rights.ts';
import { useSiteId } from '../../app/use-site-id.ts';
import { RequestError } from '../../data/request.ts';
import { useFormQuery, useSiteMutation } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { useNotice } from '../../ui/notices.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Conflict } from './conflict.tsx';
import { de } from './content.de.ts';
import { en } from './content.en.ts';
import { CONTENT_ITEM, UPDATE_CONTENT } from './content.query.ts';
import { ItemForm } from './item-form.tsx';
import { ScheduleNote } from './item-schedule.tsx';
import { type EditorType, type ItemValues, changesOf, valuesOf } from './item-values.ts';
import { ScheduleButton } from './schedule-button.tsx';

type Item = NonNullable<ContentItemQuery['content']>;

export default function EditItem() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  return <ItemOfId key={id} id={id} />;
}

function ItemOfId({ id }: { id: string }) {
  const query = useFormQuery(CONTENT_ITEM, { id });
  const { isKnown } = useRights();
  return (
    <QueryView query={query}>
      {({ content, contentTypes }) => {
        const found = contentTypes.items.find(({ slug }) => slug === content.type);
        const type = found ?? { ...NO_TYPE, slug: content.type, name: content.type };
        if (!isKnown) return null;
        return <Editor stored={content} type={type as EditorType} reload={async () => (await query.refetch()).data} />;
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

interface EditorProps {
  stored: Item;
  type: EditorType;
  reload: () => Promise<{ content: Item } | undefined>;
}

function Editor({ stored, type, reload }: EditorProps) {
  const text = useText(en, de);
  const site = useSiteId();
  const notice = useNotice();
  const { mayWrite } = useRights();
  // The version that the form began with: reading it again in the background does not change the form.
  const [base, setBase] = useState(stored);
  const [conflict, setConflict] = useState<{ mine: ItemValues; theirs: Item } | null>(null);
  const update = useSiteMutation(UPDATE_CONTENT);
  const save = (values: ItemValues, onto: Item = base) =>
    update.mutate(
      { id: stored.id, input: changesOf(valuesOf(onto), values), revision: onto.revision },
      {
        onSuccess: async () => {
          const fresh = await reload();
          if (fresh) setBase(fresh.content);
          setConflict(null);
          notice(text.saved);
        },
        onError: async (error) => {
          if (!(error instanceof RequestError) || !error.has('PRECONDITION_FAILED')) return;
          const fresh = await reload();
          if (fresh) setConflict({ mine: values, theirs: fresh.content });
        },
      },
    );
  const isStale = update.error instanceof RequestError && update.error.has('PRECONDITION_FAILED');
  return (
    <Page title={base.title} actions={<Ways site={site} id={stored.id} />}>
      <ScheduleNote id={stored.id} />
      <ItemForm
        key={`${base.id} ${base.revision}`}
        type={type}
        initial={valuesOf(base)}
        action={text.save}
        isBusy={update.isPending}
        error={isStale ? null : update.error}
        isReadOnly={!mayWrite(base)}
        onSubmit={save}
      />
      {conflict && (
        <Conflict
          mine={conflict.mine}
          theirs={valuesOf(conflict.theirs)}
          fields={type.fields}
          onKeep={() => save(conflict.mine, conflict.theirs)}
          onTake={() => {
            setBase(conflict.theirs);
            setConflict(null);
          }}
          onClose={() => setConflict(null)}
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
