import { useNavigate, useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useSiteId } from '../../app/use-site-id.ts';
import { RequestError } from '../../data/request.ts';
import { useFormQuery, useSiteMutation } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { useUnsaved } from '../../ui/use-unsaved.ts';
import { de } from './content.de.ts';
import { en } from './content.en.ts';
import { CONTENT_TYPE, CREATE_CONTENT } from './content.query.ts';
import { ItemForm } from './item-form.tsx';
import { type EditorType, type ItemValues, changesOf, emptyValues } from './item-values.ts';

export default function NewItem() {
  const { type = '' }: { type?: string } = useParams({ strict: false });
  const query = useFormQuery(CONTENT_TYPE, { slug: type });
  return <QueryView query={query}>{({ contentType }) => <NewItemForm type={contentType} />}</QueryView>;
}

function NewItemForm({ type }: { type: EditorType }) {
  const text = useText(en, de);
  const site = useSiteId();
  const navigate = useNavigate();
  const unsaved = useUnsaved('new-item', type.slug);
  const create = useSiteMutation(CREATE_CONTENT, { unsaved, isRepeatable: true });
  const empty = useMemo(() => emptyValues(type), [type]);
  // One for all attempts, so that an answer that was lost does not lead to a second item.
  const [ownId] = useState(() => crypto.randomUUID());
  const open = (id: string) => void navigate({ to: '/$site/content/$id', params: { site, id }, ignoreBlocker: true });
  const save = (values: ItemValues) => {
    const input = { ...changesOf(empty, values), customFields: withoutEmpty(values.customFields) };
    const externalId = values.externalId || ownId;
    create.mutate(
      { input: { ...input, title: values.title, type: type.slug, externalId } },
      {
        onSuccess: ({ createContent }) => open(createContent.id),
        onError: (error) => {
          const id = idOfConflict(error);
          if (externalId !== ownId || id === null) return;
          // It was created before, and the answer was lost.
          unsaved.markSaved();
          open(id);
        },
      },
    );
  };
  return (
    <Page title={text.newOf(type.name)}>
      <ItemForm
        type={type}
        initial={empty}
        action={text.create}
        isBusy={create.isPending}
        error={create.error}
        unsaved={unsaved}
        onSubmit={save}
      />
    </Page>
  );
}

/** Of the item that has the externalId already. */
function idOfConflict(error: Error): string | null {
  if (!(error instanceof RequestError)) return null;
  const id = error.errors.find(({ code }) => code === 'CONFLICT')?.extensions['id'];
  return typeof id === 'string' ? id : null;
}

function withoutEmpty(fields: ItemValues['customFields']): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
}
