import { Box } from '@mantine/core';
import {
  type Range,
  type VirtualItem,
  defaultRangeExtractor,
  useVirtualizer,
  useWindowVirtualizer,
} from '@tanstack/react-virtual';
import { type ReactNode, type Ref, useLayoutEffect, useRef, useState } from 'react';

interface LongListProps {
  label: string;
  /** Rows of the whole list, whether they are read yet or not. */
  count: number;
  /** Of most rows, in pixels; each is measured when it is shown. */
  rowHeight: number;
  children: (index: number) => ReactNode;
}

/** A list of which the page only has the rows around what the window shows, and the row with the focus. */
export function LongList(props: LongListProps) {
  const frame = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const [focused, setFocused] = useState<number | null>(null);
  const list = useWindowVirtualizer({ ...optionsOf(props, focused), scrollMargin: top });
  // What is above it may have become higher or lower.
  useLayoutEffect(() => {
    const rect = frame.current?.getBoundingClientRect();
    if (rect) setTop(Math.round(rect.top + window.scrollY));
  });
  return (
    <Rows
      {...props}
      frame={frame}
      height={list.getTotalSize()}
      items={list.getVirtualItems()}
      top={top}
      measure={list.measureElement}
      onFocus={setFocused}
    />
  );
}

interface BoxedListProps extends LongListProps {
  maxHeight: string;
}

/** The same in a box that scrolls by itself. */
export function BoxedList({ maxHeight, ...props }: BoxedListProps) {
  const box = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const list = useVirtualizer({ ...optionsOf(props, focused), getScrollElement: () => box.current });
  return (
    <Box ref={box} mah={maxHeight} style={{ overflowY: 'auto' }}>
      <Rows
        {...props}
        height={list.getTotalSize()}
        items={list.getVirtualItems()}
        top={0}
        measure={list.measureElement}
        onFocus={setFocused}
      />
    </Box>
  );
}

function optionsOf({ count, rowHeight }: LongListProps, focused: number | null) {
  return {
    count,
    estimateSize: () => rowHeight,
    overscan: 8,
    rangeExtractor: (range: Range) => withRow(range, focused),
  };
}

interface RowsProps extends Omit<LongListProps, 'rowHeight'> {
  frame?: Ref<HTMLUListElement>;
  height: number;
  items: readonly VirtualItem[];
  /** Pixels above the list in what scrolls. */
  top: number;
  measure: (row: Element | null) => void;
  onFocus: (index: number | null) => void;
}

function Rows({ label, count, frame, height, items, top, measure, onFocus, children }: RowsProps) {
  return (
    <Box
      component="ul"
      ref={frame}
      aria-label={label}
      pos="relative"
      h={height}
      m={0}
      p={0}
      style={{ listStyle: 'none' }}
      onBlur={() => onFocus(null)}
    >
      {items.map(({ index, start }) => (
        <Box
          component="li"
          key={index}
          ref={measure}
          data-index={index}
          aria-posinset={index + 1}
          aria-setsize={count}
          pos="absolute"
          top={start - top}
          left={0}
          right={0}
          onFocus={() => onFocus(index)}
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
