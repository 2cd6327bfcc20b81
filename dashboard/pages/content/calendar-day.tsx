import './calendar-day.css';
import { Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import type { Entry } from './read-schedule.ts';
import { de } from './schedule.de.ts';
import { en } from './schedule.en.ts';

const MAX_TITLES = 3;

interface CalendarDayProps {
  /** Such as 2026-11-24. */
  day: string;
  entries: readonly Entry[];
  isSelected: boolean;
  onSelect: (day: string) => void;
}

/** What is scheduled on a day, with which the day is chosen; on a small screen its number. */
export function CalendarDay({ day, entries, isSelected, onSelect }: CalendarDayProps) {
  const text = useText(en, de);
  const formats = useFormats();
  const rest = entries.length - MAX_TITLES;
  if (entries.length === 0) return null;
  return (
    <UnstyledButton className="calendar-day" w="100%" aria-pressed={isSelected} onClick={() => onSelect(day)}>
      <VisuallyHidden>{`${formats.longDay(`${day}T12:00`)}: ${text.count(entries.length)}`} </VisuallyHidden>
      <Text component="span" size="sm" fw={700} hiddenFrom="sm">
        {entries.length}
      </Text>
      {entries.slice(0, MAX_TITLES).map(({ id, at, title }) => (
        <Text key={id} component="span" display="block" size="xs" truncate="end" visibleFrom="sm">
          {formats.time(at)} {title}
        </Text>
      ))}
      {rest > 0 && (
        <Text component="span" size="xs" visibleFrom="sm">
          {text.more(rest)}
        </Text>
      )}
    </UnstyledButton>
  );
}
