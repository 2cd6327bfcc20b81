import { Box, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useSiteQuery } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { changedPart } from './changed-part.ts';
import { de as contentDe } from './content.de.ts';
import { en as contentEn } from './content.en.ts';
import { fieldLabel } from './field-label.ts';
import { de } from './history.de.ts';
import { en } from './history.en.ts';
import { DIFFERENCES } from './history.query.ts';
import type { Field } from './item-values.ts';

interface DifferencesProps {
  id: string;
  /** Revisions. */
  from: number;
  to: number;
  /** What they are called. */
  heads: readonly [string, string];
  fields: readonly Pick<Field, 'name' | 'label'>[];
}

/** What differs between two versions of an item, field by field. */
export function Differences({ id, from, to, heads, fields }: DifferencesProps) {
  const text = useText(en, de);
  const names = useText(contentEn, contentDe);
  return (
    <QueryView query={useSiteQuery(DIFFERENCES, { id, from, to })}>
      {({ contentDifferences }) => (
        <Stack>
          {contentDifferences.length === 0 && <Text c="dimmed">{text.same}</Text>}
          {contentDifferences.map(({ path, before, after }) => (
            <Difference key={path} label={fieldLabel(path, fields, names)} heads={heads} values={[before, after]} />
          ))}
        </Stack>
      )}
    </QueryView>
  );
}

interface DifferenceProps {
  label: string;
  heads: readonly [string, string];
  values: readonly [unknown, unknown];
}

function Difference({ label, heads, values: [before, after] }: DifferenceProps) {
  const { start, end, ...changed } = changedPart(before, after);
  return (
    <section>
      <Title order={3} size="h5" mb={4}>
        {label}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
        {(['before', 'after'] as const).map((side, index) => (
          <Side key={side} head={heads[index] ?? ''} isNew={index === 1} parts={[start, changed[side], end]} />
        ))}
      </SimpleGrid>
    </section>
  );
}

function Side({ head, isNew, parts }: { head: string; isNew: boolean; parts: readonly [string, string, string] }) {
  const text = useText(en, de);
  const [start, changed, end] = parts;
  const color = isNew ? 'green' : 'red';
  const isEmpty = start + changed + end === '';
  return (
    <Box>
      <Text size="xs" c="dimmed">
        {head}
      </Text>
      <Text
        size="sm"
        component="div"
        p="xs"
        mah={280}
        style={{
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
          overflowY: 'auto',
          borderRadius: 'var(--mantine-radius-sm)',
          borderInlineStart: `3px solid var(--mantine-color-${color}-6)`,
          background: `var(--mantine-color-${color}-light)`,
        }}
      >
        {isEmpty ? (
          <Text span size="sm" fs="italic">
            {text.empty}
          </Text>
        ) : (
          <>
            {start}
            <Box component="strong">{changed}</Box>
            {end}
          </>
        )}
      </Text>
    </Box>
  );
}
