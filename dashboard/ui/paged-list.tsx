import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LongList } from './long-list.tsx';

interface Rows<Row> {
  /** Those of the first page, which is part of the query of the page. */
  first: readonly Row[];
  pageSize: number;
  rowHeight: number;
  /** Begins with the site. */
  queryKey: readonly unknown[];
  read: (page: { limit: number; offset: number }, signal: AbortSignal) => Promise<readonly Row[]>;
  children: (row: Row) => ReactNode;
}

interface PagedListProps<Row> extends Rows<Row> {
  label: string;
  total: number;
}

/** A list that is scrolled through; further pages are read where it is scrolled to. */
export function PagedList<Row>({ label, total, ...rows }: PagedListProps<Row>) {
  return (
    <LongList label={label} count={total} rowHeight={rows.rowHeight}>
      {(index, rowHeight) => <RowAt index={index} {...rows} rowHeight={rowHeight} />}
    </LongList>
  );
}

/** Rows of the same page share its query. */
function RowAt<Row>({ index, first, pageSize, rowHeight, queryKey, read, children }: Rows<Row> & { index: number }) {
  const offset = index - (index % pageSize);
  const { data, error } = useQuery({
    queryKey: [...queryKey, offset],
    queryFn: ({ signal }) => read({ limit: pageSize, offset }, signal),
    enabled: offset > 0,
    // Not again for each row that is scrolled to.
    staleTime: 60_000,
  });
  const row = (offset === 0 ? first : data)?.[index - offset];
  if (row !== undefined) return children(row);
  if (!error) return <Skeleton h={rowHeight - 8} my={4} />;
  return (
    <Text size="sm" c="var(--mantine-color-error)" h={rowHeight} px="xs" truncate="end">
      {error.message}
    </Text>
  );
}
