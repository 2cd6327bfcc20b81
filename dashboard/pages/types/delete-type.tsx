import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMayEdit } from '../../app/use-may-edit.ts';
import { useSiteId } from '../../app/use-site-id.ts';
import type { DataOf } from '../../data/graphql.ts';
import { siteQuery, useSiteMutation } from '../../data/site-query.ts';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { useNotice } from '../../ui/notices.tsx';
import { Problem } from '../../ui/problem.tsx';
import { de } from './types.de.ts';
import { en } from './types.en.ts';
import { CONTENT_TYPE_USE, DELETE_CONTENT_TYPE } from './types.query.ts';

interface DeleteTypeProps {
  type: { slug: string; name: string; revision: number; fields: readonly object[]; aiConfig: { indexed: boolean } };
}

/** Deletes a type as it is shown. What that changes is counted first and confirmed. */
export function DeleteType({ type }: DeleteTypeProps) {
  const text = useText(en, de);
  const notice = useNotice();
  const navigate = useNavigate();
  const site = useSiteId();
  const mayEdit = useMayEdit();
  const [isAsking, setAsking] = useState(false);
  const { slug, name, revision } = type;
  const use = useQuery({ ...siteQuery(site, CONTENT_TYPE_USE, { slug }), enabled: isAsking, staleTime: 0 });
  const remove = useSiteMutation(DELETE_CONTENT_TYPE);
  const finish = () => {
    notice(text.deleted);
    void navigate({ to: '/$site/types', params: { site } });
  };
  if (!mayEdit) return null;
  return (
    <>
      <Button
        variant="outline"
        color="red.9"
        c="var(--mantine-color-error)"
        size="xs"
        loading={isAsking && use.isFetching && !remove.isPending}
        onClick={() => setAsking(true)}
      >
        {text.delete}
      </Button>
      {isAsking && <Problem error={use.error} onRetry={() => void use.refetch()} />}
      {isAsking && use.data && (
        <Confirm
          isOpen
          title={text.deleteTitle(name)}
          action={text.delete}
          isDangerous
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate({ slug, revision, force: true }, { onSuccess: finish })}
          onClose={() => setAsking(false)}
        >
          <Consequences type={type} use={use.data} />
        </Confirm>
      )}
    </>
  );
}

function Consequences({ type, use }: DeleteTypeProps & { use: DataOf<typeof CONTENT_TYPE_USE> }) {
  const text = useText(en, de);
  const formats = useFormats();
  const { slug, fields, aiConfig } = type;
  const { all, published, contentTypes } = use;
  const referring = contentTypes.items
    .filter((other) => other.slug !== slug)
    .flatMap((other) =>
      other.fields
        .filter(({ validation }) => validation?.referenceTo === slug)
        .map(({ label }) => text.fieldOf(label, other.name)),
    );
  return (
    <ul>
      <li>{text.deletesFields(fields.length)}</li>
      <li>{text.keepsItems(all.total, formats.number(all.total))}</li>
      {aiConfig.indexed && published.total > 0 && (
        <li>{text.leavesKnowledge(published.total, formats.number(published.total))}</li>
      )}
      {referring.length > 0 && <li>{text.refersToIt(referring.join(', '))}</li>}
      <li>{text.breaksQueries(slug)}</li>
    </ul>
  );
}
