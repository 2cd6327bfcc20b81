import { Pagination } from '@mantine/core';
import { useText } from '../text/language.tsx';
import { de } from './ui.de.ts';
import { en } from './ui.en.ts';

interface PagesProps {
  total: number;
  size: number;
  page: number;
  onChange: (page: number) => void;
}

/** The way to the pages of a list; nothing if there is one. */
export function Pages({ total, size, page, onChange }: PagesProps) {
  const text = useText(en, de);
  const labels: Readonly<Record<string, string>> = { next: text.next, previous: text.previous };
  if (total <= size) return null;
  return (
    <Pagination
      aria-label={text.pages}
      total={Math.ceil(total / size)}
      value={page}
      onChange={onChange}
      getItemProps={(number) => ({ 'aria-label': text.page(number) })}
      getControlProps={(control) => ({ 'aria-label': labels[control] ?? control })}
    />
  );
}
