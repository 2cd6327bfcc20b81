import { Button, Group, Select, Stack, Table, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ChunkDrawer } from './chunk-drawer.tsx';
import { de } from './knowledge.de.ts';
import { en } from './knowledge.en.ts';
import { SourceRow } from './source-row.tsx';
import type { Source } from './sources.ts';

const FIRST_ROWS = 100;

export function SourceList({ sources }: { sources: readonly Source[] }) {
  const text = useText(en, de);
  const formats = useFormats();
  const [name, setName] = useState('');
  const [kind, setKind] = useState<string | null>(null);
  const [status, setStatus] = useState<string | null>(null);
  const [rows, setRows] = useState(FIRST_ROWS);
  const [opened, setOpened] = useState<Source | null>(null);
  const wanted = name.trim().toLowerCase();
  const found = sources.filter(
    (source) =>
      source.name.toLowerCase().includes(wanted) &&
      (kind === null || source.kind === kind) &&
      (status === null || source.status === status),
  );
  const columns = [text.name, text.kind, text.status, text.chunks, text.added, text.actions];
  if (sources.length === 0) return <Text c="dimmed">{text.none}</Text>;
  return (
    <Stack>
      <Group align="end" gap="sm">
        <TextInput
          label={text.find}
          type="search"
          leftSection={<Icon name="search" size={16} />}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Choice label={text.kind} all={text.allKinds} names={text.kinds} value={kind} onChange={setKind} />
        <Choice label={text.status} all={text.allStates} names={text.states} value={status} onChange={setStatus} />
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {found.length === 0
          ? text.noMatch
          : text.shown(formats.number(Math.min(rows, found.length)), formats.number(found.length))}
      </Text>
      <Table.ScrollContainer minWidth={760}>
        <Table verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Table.Th key={column}>{column}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {found.slice(0, rows).map((source) => (
              <SourceRow key={source.id} source={source} onOpen={() => setOpened(source)} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {found.length > rows && (
        <Group justify="center">
          <Button variant="default" onClick={() => setRows(rows + FIRST_ROWS)}>
            {text.showMore}
          </Button>
        </Group>
      )}
      {opened && <ChunkDrawer sourceId={opened.id} name={opened.name} onClose={() => setOpened(null)} />}
    </Stack>
  );
}

interface ChoiceProps {
  label: string;
  all: string;
  names: Readonly<Record<string, string>>;
  value: string | null;
  onChange: (value: string | null) => void;
}

function Choice({ label, all, names, value, onChange }: ChoiceProps) {
  return (
    <Select
      label={label}
      placeholder={all}
      data={Object.entries(names).map(([name, shown]) => ({ value: name, label: shown }))}
      value={value}
      clearable
      clearButtonProps={{ 'aria-label': all }}
      onChange={onChange}
    />
  );
}
