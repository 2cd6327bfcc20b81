import { Anchor, Badge, Checkbox, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ContentStatus } from '../../.generated/graphql.ts';
import { type OwnedItem, useRights } from '../../app/use-rights.ts';
import { useSiteId } from '../../app/use-site-id.ts';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { de } from './content.de.ts';
import { en } from './content.en.ts';
import { textOfValue } from './text-of-value.ts';

export interface Row extends OwnedItem {
  id: string;
  title: string;
  type: string;
  status: ContentStatus;
  updatedAt: string;
  customFields: Record<string, unknown> | null;
  schedule: { publishAt: string | null; unpublishAt: string | null; failedReason: string | null } | null;
}

interface ContentTableProps {
  items: readonly Row[];
  /** Fields of the chosen type that are marked `showInList`. */
  columns: readonly { name: string; label: string }[];
  typeName: (slug: string) => string;
  selected: readonly string[];
  onSelect: (ids: readonly string[]) => void;
}

export function ContentTable({ items, columns, typeName, selected, onSelect }: ContentTableProps) {
  const text = useText(en, de);
  const { mayCreate, mayWrite } = useRights();
  const selectable = items.filter(mayWrite).map(({ id }) => id);
  const isAll = selectable.length > 0 && selectable.every((id) => selected.includes(id));
  const toggle = (id: string) =>
    onSelect(selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id]);
  return (
    <Table.ScrollContainer minWidth={560} type="native" tabIndex={0} role="region" aria-label={text.title}>
      <Table highlightOnHover verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {mayCreate && (
              <Table.Th w={40}>
                <Checkbox
                  aria-label={text.selectAll}
                  checked={isAll}
                  disabled={selectable.length === 0}
                  indeterminate={!isAll && selected.length > 0}
                  onChange={() => onSelect(isAll ? [] : selectable)}
                />
              </Table.Th>
            )}
            <Table.Th>{text.name}</Table.Th>
            {columns.length === 0 && <Table.Th>{text.type}</Table.Th>}
            {columns.map(({ name, label }) => (
              <Table.Th key={name}>{label}</Table.Th>
            ))}
            <Table.Th>{text.status}</Table.Th>
            <Table.Th>{text.changed}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item) => (
            <ItemRow
              key={item.id}
              item={item}
              columns={columns}
              typeName={typeName}
              isSelected={mayCreate ? selected.includes(item.id) : null}
              maySelect={selectable.includes(item.id)}
              onToggle={() => toggle(item.id)}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

interface ItemRowProps extends Pick<ContentTableProps, 'columns' | 'typeName'> {
  item: Row;
  /** Null: nothing can be selected. */
  isSelected: boolean | null;
  maySelect: boolean;
  onToggle: () => void;
}

const COLORS = { draft: 'gray', published: 'teal', archived: 'orange' } as const;

function ItemRow({ item, columns, typeName, isSelected, maySelect, onToggle }: ItemRowProps) {
  const text = useText(en, de);
  const formats = useFormats();
  const site = useSiteId();
  return (
    <Table.Tr>
      {isSelected !== null && (
        <Table.Td>
          <Checkbox
            aria-label={text.select(item.title)}
            checked={isSelected}
            disabled={!maySelect}
            onChange={onToggle}
          />
        </Table.Td>
      )}
      <Table.Td>
        <Anchor component={Link} to={`/${site}/content/${item.id}`} fw={500}>
          {item.title}
        </Anchor>
      </Table.Td>
      {columns.length === 0 && <Table.Td>{typeName(item.type)}</Table.Td>}
      {columns.map(({ name }) => (
        <Table.Td key={name}>{textOfValue(item.customFields?.[name])}</Table.Td>
      ))}
      <Table.Td>
        <Badge
          color={COLORS[item.status]}
          variant="outline"
          c="var(--mantine-color-text)"
          tt="none"
          fw={500}
          miw="max-content"
        >
          {text[item.status]}
        </Badge>
        {item.schedule?.failedReason != null && <ScheduleFailure reason={item.schedule.failedReason} />}
      </Table.Td>
      <Table.Td>{formats.moment(item.updatedAt)}</Table.Td>
    </Table.Tr>
  );
}

function ScheduleFailure({ reason }: { reason: string }) {
  const text = useText(en, de);
  return (
    <div>
      <Badge color="red" variant="outline" c="var(--mantine-color-error)" tt="none" fw={500} miw="max-content" mt={4}>
        {text.scheduleFailed}
      </Badge>
      <Text size="xs" c="dimmed">
        {reason}
      </Text>
    </div>
  );
}
