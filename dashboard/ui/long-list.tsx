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
  /** @param rowHeight of most rows, for one that is not read yet */
  children: (index: number, rowHeight: number) => ReactNode;
}

/** A list of which the page only has the rows around what the window shows, and the row with the focus. */
export function LongList(props: LongListProps) {
  const [measured, setMeasured] = useState<number>();
  return (
    <WindowRows
      key={measured}
      {...props}
      rowHeight={measured ?? props.rowHeight}
      onShown={(frame) => {
        if (measured === undefined) setMeasured(usualHeight(frame));
      }}
    />
  );
}

/**
 * The height depends on the width of the window. Rows that turn out higher or lower than estimated move everything below
 * them while a user scrolls or clicks.
 * @returns undefined while there are no rows
 */
function usualHeight(frame: HTMLUListElement): number | undefined {
  const heights = Array.from(frame.children, (row) => Math.round(row.getBoundingClientRect().height));
  return heights.toSorted((one, other) => one - other)[Math.floor(heights.length / 2)];
}

interface WindowRowsProps extends LongListProps {
  onShown: (frame: HTMLUListElement) => void;
}

function WindowRows({ onShown, ...props }: WindowRowsProps) {
  const frame = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const [focused, setFocused] = useState<number | null>(null);
  const list = useWindowVirtualizer({ ...optionsOf(props, focused), scrollMargin: top });
  // What is above it may have become higher or lower.
  useLayoutEffect(() => {
    if (!frame.current) return;
    setTop(Math.round(frame.current.getBoundingClientRect().top + window.scrollY));
    onShown(frame.current);
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

interface RowsProps extends LongListProps {
  frame?: Ref<HTMLUListElement>;
  height: number;
  items: readonly VirtualItem[];
  /** Pixels above the list in what scrolls. */
  top: number;
  measure: (row: Element | null) => void;
  onFocus: (index: number | null) => void;
}

function Rows({ label, count, rowHeight, frame, height, items, top, measure, onFocus, children }: RowsProps) {
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
          {children(index, rowHeight)}
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
