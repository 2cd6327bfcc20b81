import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSiteId } from '../../app/use-site-id.ts';
import { sessionQuery } from '../../data/session.ts';
import { readEntriesOfSite } from '../../data/unsaved/unsaved-entries.ts';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { de } from './overview.de.ts';
import { en } from './overview.en.ts';

const MAX_LINES = 5;

/** Leads to the forms of the site that the user has left on this device with something in them. */
export function UnsavedSection() {
  const text = useText(en, de);
  const formats = useFormats();
  const site = useSiteId();
  const user = useQuery(sessionQuery).data?.id;
  const entries = user === undefined ? [] : readEntriesOfSite(user, site);
  if (entries.length === 0) return null;
  return (
    <Alert title={text.unsaved}>
      <Stack gap={4}>
        {entries.slice(0, MAX_LINES).map(({ key, title, path, typedAt }) => (
          <Text size="sm" key={key}>
            <Anchor href={path.startsWith('/admin/') ? path : '/admin'} size="sm" underline="always">
              {title}
            </Anchor>{' '}
            · {formats.moment(typedAt)}
          </Text>
        ))}
      </Stack>
    </Alert>
  );
}
