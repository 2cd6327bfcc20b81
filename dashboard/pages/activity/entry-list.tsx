import { Anchor, Box, Card, Group, Stack, Text } from '@mantine/core';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { LongList } from '../../ui/long-list.tsx';
import type { Chosen, Entry } from './activity-filter.ts';
import { de } from './activity.de.ts';
import { en } from './activity.en.ts';

interface EntriesProps {
  entries: readonly Entry[];
  onChoose: (chosen: Chosen) => void;
}

export function EntryList({ entries, onChoose }: EntriesProps) {
  const text = useText(en, de);
  return (
    <LongList label={text.list} count={entries.length} rowHeight={94}>
      {(index) => {
        const entry = entries[index];
        return (
          entry && (
            <Box pb="xs">
              <EntryCard entry={entry} onChoose={onChoose} />
            </Box>
          )
        );
      }}
    </LongList>
  );
}

function EntryCard({ entry, onChoose }: { entry: Entry; onChoose: (chosen: Chosen) => void }) {
  const text = useText(en, de);
  const formats = useFormats();
  const { actor, action, resourceType, resourceId, changedFields, count } = entry;
  const title = entry.title ?? (count > 1 ? text.many(formats.number(count)) : text.untitled);
  const name = nameOf(actor, text.actors);
  return (
    <Card withBorder padding="sm">
      <Group justify="space-between" align="start" gap="xs">
        <div style={{ minWidth: 0 }}>
          <Text size="sm" c="dimmed">
            {text.types[resourceType]} · {text.actions[action]}
          </Text>
          {resourceId ? (
            <Choose label={text.onlyResource(title)} onClick={() => onChoose({ resource: { id: resourceId, title } })}>
              {title}
            </Choose>
          ) : (
            <Text fw={600}>{title}</Text>
          )}
          {changedFields.length > 0 && <Text size="sm">{text.fields(changedFields.join(', '))}</Text>}
        </div>
        <Stack gap={0} align="end" ml="auto">
          <Choose label={text.onlyActor(name)} onClick={() => onChoose({ actor: { ref: actor.ref, name } })}>
            {name}
          </Choose>
          <Text size="sm" c="dimmed">
            {formats.moment(entry.at)}
          </Text>
        </Stack>
      </Group>
    </Card>
  );
}

function nameOf({ kind, name, prefix }: Entry['actor'], kinds: Readonly<Record<Entry['actor']['kind'], string>>) {
  const shown = name ?? kinds[kind];
  if (kind === 'service') return name ? `${kinds.service} (${name})` : kinds.service;
  return prefix ? `${shown} (${prefix}…)` : shown;
}

interface ChooseProps {
  label: string;
  onClick: () => void;
  children: string;
}

function Choose({ label, onClick, children }: ChooseProps) {
  return (
    <Anchor component="button" type="button" title={label} ta="left" fw={600} lineClamp={2} onClick={onClick}>
      {children}
    </Anchor>
  );
}
