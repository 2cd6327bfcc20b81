import { useNavigate, useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useSiteId } from '../../app/use-site-id.ts';
import { useSiteMutation, useSiteQuery } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { de } from './content.de.ts';
import { en } from './content.en.ts';
import { CONTENT_TYPE, CREATE_CONTENT } from './content.query.ts';
import { ItemForm } from './item-form.tsx';
import { type EditorType, type ItemValues, changesOf, emptyValues } from './item-values.ts';

export default function NewItem() {
  const { type = '' }: { type?: string } = useParams({ strict: false });
  const query = useSiteQuery(CONTENT_TYPE, { slug: type });
  return <QueryView query={query}>{({ contentType }) => <NewItemForm type={contentType} />}</QueryView>;
}

function NewItemForm({ type }: { type: EditorType }) {
  const text = useText(en, de);
  const site = useSiteId();
  const navigate = useNavigate();
  const create = useSiteMutation(CREATE_CONTENT);
  const empty = useMemo(() => emptyValues(type), [type]);
  // One for all attempts, so that an answer that was lost does not lead to a second item.
  const [ownId] = useState(() => crypto.randomUUID());
  const save = (values: ItemValues) => {
    const input = { ...changesOf(empty, values), customFields: withoutEmpty(values.customFields) };
    const externalId = values.externalId || ownId;
    create.mutate(
      { input: { ...input, title: values.title, type: type.slug, externalId } },
      {
        onSuccess: ({ createContent }) =>
          void navigate({ to: '/$site/content/$id', params: { site, id: createContent.id }, ignoreBlocker: true }),
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
        onSubmit={save}
      />
    </Page>
  );
}

function withoutEmpty(fields: ItemValues['customFields']): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
}
