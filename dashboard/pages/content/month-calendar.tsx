import { Table, Text } from '@mantine/core';
import { useFormats } from '../../text/formats.ts';
import { CalendarDay } from './calendar-day.tsx';
import { localDay } from './local-time.ts';
import { type Entry, dateIn } from './read-schedule.ts';

interface MonthCalendarProps {
  /** Such as 2026-11. */
  month: string;
  days: ReadonlyMap<string, readonly Entry[]>;
  selected: string | null;
  onSelect: (day: string) => void;
}

/** Weeks from Monday, each day with what is scheduled; on a small screen with its number only. */
export function MonthCalendar({ month, days, selected, onSelect }: MonthCalendarProps) {
  const formats = useFormats();
  const first = dateIn(month);
  const before = (first.getDay() + 6) % 7;
  const length = new Date(first.getFullYear(), first.getMonth() + 1, 0).getDate();
  const weeks = Math.ceil((before + length) / 7);
  const dateAt = (index: number) => new Date(first.getFullYear(), first.getMonth(), index - before + 1);
  const rowOf = (week: number) => [0, 1, 2, 3, 4, 5, 6].map((weekday) => dateAt(week * 7 + weekday));
  const today = localDay(new Date().toISOString());
  return (
    <Table layout="fixed" withTableBorder withColumnBorders aria-label={formats.month(first.toISOString())}>
      <Table.Thead>
        <Table.Tr>
          {rowOf(1).map((date) => (
            <Table.Th key={date.getDay()} p={6} ta="center">
              {formats.weekday(date.toISOString())}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {Array.from({ length: weeks }, (_, week) => (
          <Table.Tr key={week}>
            {rowOf(week).map((date) => {
              const day = localDay(date.toISOString());
              const isOther = date.getMonth() !== first.getMonth();
              return (
                <Table.Td key={day} p={4} h={{ base: 52, sm: 92 }} style={{ verticalAlign: 'top' }}>
                  {!isOther && (
                    <>
                      <Text size="sm" fw={day === today ? 800 : 400} aria-current={day === today ? 'date' : undefined}>
                        {date.getDate()}
                      </Text>
                      <CalendarDay
                        day={day}
                        entries={days.get(day) ?? []}
                        isSelected={day === selected}
                        onSelect={onSelect}
                      />
                    </>
                  )}
                </Table.Td>
              );
            })}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
