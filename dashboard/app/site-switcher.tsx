import { Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { sessionQuery } from '../data/session.ts';
import { useText } from '../text/language.tsx';
import { de } from './shell.de.ts';
import { en } from './shell.en.ts';

/** The name of the site; a choice where there are several. */
export function SiteSwitcher({ site }: { site: string }) {
  const text = useText(en, de);
  const navigate = useNavigate();
  const { data: session } = useQuery(sessionQuery);
  const sites = session?.sites ?? [];
  if (sites.length < 2) return <Text truncate>{sites[0]?.name}</Text>;
  return (
    <Select
      aria-label={text.site}
      size="sm"
      data={sites.map(({ id, name }) => ({ value: id, label: name }))}
      value={site}
      allowDeselect={false}
      searchable={sites.length > 10}
      onChange={(id) => id !== null && void navigate({ to: '/$site', params: { site: id } })}
    />
  );
}
