import { Box } from '@mantine/core';
import { type Range, defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

interface LongListProps {
  label: string;
  /** Rows of the whole list, whether they are read yet or not. */
  count: number;
  /** Of most rows, in pixels; each is measured when it is shown. */
  rowHeight: number;
  children: (index: number) => ReactNode;
}

/** A list of which the page only has the rows around what the window shows, and the row with the focus. */
export function LongList({ label, count, rowHeight, children }: LongListProps) {
  const frame = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const [focused, setFocused] = useState<number | null>(null);
  const list = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    scrollMargin: top,
    overscan: 8,
    rangeExtractor: (range) => withRow(range, focused),
  });
  // What is above it may have become higher or lower.
  useLayoutEffect(() => {
    const rect = frame.current?.getBoundingClientRect();
    if (rect) setTop(Math.round(rect.top + window.scrollY));
  });
  return (
    <Box
      component="ul"
      ref={frame}
      aria-label={label}
      pos="relative"
      h={list.getTotalSize()}
      m={0}
      p={0}
      style={{ listStyle: 'none' }}
      onBlur={() => setFocused(null)}
    >
      {list.getVirtualItems().map(({ index, start }) => (
        <Box
          component="li"
          key={index}
          ref={list.measureElement}
          data-index={index}
          aria-posinset={index + 1}
          aria-setsize={count}
          pos="absolute"
          top={start - top}
          left={0}
          right={0}
          onFocus={() => setFocused(index)}
        >
          {children(index)}
        </Box>
      ))}
    </Box>
  );
}

/** The row with the focus stays, or the keyboard would begin anew at the top of the page. */
function withRow(range: Range, row: number | null): number[] {
  const shown = defaultRangeExtractor(range);
  if (row === null || row >= range.count || shown.includes(row)) return shown;
  return [...shown, row].toSorted((one, other) => one - other);
}
