import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSiteMutation } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { useNotice } from '../../ui/notices.tsx';
import { Problem } from '../../ui/problem.tsx';
import { type Endpoint, stateOf } from './endpoint-data.ts';
import { de } from './webhooks.de.ts';
import { en } from './webhooks.en.ts';
import { UPDATE_ENDPOINT } from './webhooks.query.ts';

/** Pauses an endpoint, or ends the pause that somebody or the service has made. */
export function PauseButton({ endpoint }: { endpoint: Endpoint }) {
  const text = useText(en, de);
  const notice = useNotice();
  const update = useSiteMutation(UPDATE_ENDPOINT);
  const [isAsking, setAsking] = useState(false);
  const { id, url } = endpoint;
  const isActive = stateOf(endpoint) === 'active';
  const set = (enabled: boolean) =>
    update.mutate(
      { id, input: { enabled } },
      {
        onSuccess: () => {
          setAsking(false);
          notice(enabled ? text.resumed : text.paused);
        },
      },
    );
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        loading={update.isPending}
        aria-label={`${isActive ? text.pause : text.resume}: ${url}`}
        onClick={() => (isActive ? setAsking(true) : set(true))}
      >
        {isActive ? text.pause : text.resume}
      </Button>
      {!isAsking && <Problem error={update.error} />}
      <Confirm
        isOpen={isAsking}
        title={text.pauseTitle(url)}
        action={text.pause}
        isBusy={update.isPending}
        error={update.error}
        onConfirm={() => set(false)}
        onClose={() => setAsking(false)}
      >
        {text.pauseText}
      </Confirm>
    </>
  );
}
