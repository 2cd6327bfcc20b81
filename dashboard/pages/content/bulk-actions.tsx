import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ContentStatus } from '../../.generated/graphql.ts';
import { useRights } from '../../app/use-rights.ts';
import { useSiteId } from '../../app/use-site-id.ts';
import { request } from '../../data/request.ts';
import { useText } from '../../text/language.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { useNotice } from '../../ui/notices.tsx';
import { Problem } from '../../ui/problem.tsx';
import { de } from './content.de.ts';
import { en } from './content.en.ts';
import { DELETE_CONTENT, UPDATE_CONTENTS } from './content.query.ts';

/** What can be done with the selected items of a list. */
export function BulkActions({ selected, onDone }: { selected: readonly string[]; onDone: () => void }) {
  const text = useText(en, de);
  const { mayEdit } = useRights();
  const [isAsking, setAsking] = useState(false);
  const { setStatus, remove } = useBulk(selected, () => {
    setAsking(false);
    onDone();
  });
  if (selected.length === 0) return null;
  return (
    <Group gap="xs">
      <Problem error={setStatus.error} />
      <Text size="sm">{text.selected(selected.length)}</Text>
      {mayEdit && (
        <>
          <Button size="xs" loading={setStatus.isPending} onClick={() => setStatus.mutate('published')}>
            {text.publish}
          </Button>
          <Button size="xs" variant="default" onClick={() => setStatus.mutate('draft')}>
            {text.unpublish}
          </Button>
        </>
      )}
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        {text.delete}
      </Button>
      <Confirm
        isOpen={isAsking}
        title={text.deleteTitle}
        action={text.delete}
        isDangerous
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsking(false)}
      >
        {text.deleteText(selected.length)}
      </Confirm>
    </Group>
  );
}

function useBulk(selected: readonly string[], onDone: () => void) {
  const text = useText(en, de);
  const site = useSiteId();
  const notice = useNotice();
  const queries = useQueryClient();
  const finish = async (failed: number) => {
    // First, because items that are selected while the list is read again stay selected.
    onDone();
    if (selected.length > failed) notice(text.done(selected.length - failed));
    if (failed > 0) notice(text.notDone(failed));
    await queries.invalidateQueries({ queryKey: [site] });
  };
  const setStatus = useMutation({
    mutationFn: (status: ContentStatus) =>
      request(UPDATE_CONTENTS, { items: selected.map((id) => ({ id, changes: { status } })) }, { site }),
    onSuccess: ({ updateContents }) => finish(updateContents.filter(({ error }) => error).length),
  });
  const remove = useMutation({
    mutationFn: async () => {
      const calls = await Promise.allSettled(selected.map((id) => request(DELETE_CONTENT, { id }, { site })));
      return calls.filter(({ status }) => status === 'rejected').length;
    },
    onSuccess: finish,
  });
  return { setStatus, remove };
}
