import { Button, Text } from '@mantine/core';
import { useSiteMutation } from '../../data/site-query.ts';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SecretShown } from '../../ui/secret-shown.tsx';
import { de } from './draft.de.ts';
import { en } from './draft.en.ts';
import { CREATE_PREVIEW_TOKEN } from './draft.query.ts';

const HEADER = 'X-Svc-Preview-Token';

/** Makes an address or a token with which a website shows the item as it is not live yet. */
export function PreviewButton({ id }: { id: string }) {
  const text = useText(en, de);
  const formats = useFormats();
  const { data, error, isPending, mutate, reset } = useSiteMutation(CREATE_PREVIEW_TOKEN);
  const made = data?.createPreviewToken;
  const until = made ? formats.zoned(made.expiresAt) : '';
  return (
    <>
      <Button size="xs" variant="default" loading={isPending} onClick={() => mutate({ itemId: id })}>
        {text.preview}
      </Button>
      {made && (
        <SecretShown
          secret={made.url ?? made.token}
          title={made.url ? text.addressTitle : text.tokenTitle}
          action={made.url && <OpenAddress url={made.url} />}
          onClose={reset}
        >
          {made.url ? text.addressText(until) : text.tokenText(until)}
          {!made.url && (
            <Text size="sm" mt="xs">
              {text.tokenHeader}: <strong>{HEADER}</strong>. {text.tokenAddress}
            </Text>
          )}
        </SecretShown>
      )}
      {error && (
        <Dialog title={text.tokenTitle} onClose={reset}>
          <Problem error={error} />
        </Dialog>
      )}
    </>
  );
}

function OpenAddress({ url }: { url: string }) {
  const text = useText(en, de);
  return (
    <Button component="a" href={url} target="_blank" rel="noreferrer" variant="default">
      {text.openAddress}
    </Button>
  );
}
