import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSiteMutation } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { SecretShown } from '../../ui/secret-shown.tsx';
import { de } from './webhooks.de.ts';
import { en } from './webhooks.en.ts';
import { ROTATE_SECRET } from './webhooks.query.ts';

/** A new secret beside the former one, which is shown once. */
export function RotateSecret({ id, url }: { id: string; url: string }) {
  const text = useText(en, de);
  const rotate = useSiteMutation(ROTATE_SECRET);
  const [isAsking, setAsking] = useState(false);
  const secret = rotate.data?.rotateWebhookSecret.secret ?? null;
  return (
    <>
      <Button variant="default" size="compact-sm" aria-label={`${text.rotate}: ${url}`} onClick={() => setAsking(true)}>
        {text.rotate}
      </Button>
      <Confirm
        isOpen={isAsking}
        title={text.rotateTitle}
        action={text.rotate}
        isBusy={rotate.isPending}
        error={rotate.error}
        onConfirm={() => rotate.mutate({ id }, { onSuccess: () => setAsking(false) })}
        onClose={() => setAsking(false)}
      >
        {text.rotateText}
      </Confirm>
      {secret !== null && (
        <SecretShown secret={secret} title={text.secretTitle} onClose={() => rotate.reset()}>
          {text.secretText}
        </SecretShown>
      )}
    </>
  );
}
