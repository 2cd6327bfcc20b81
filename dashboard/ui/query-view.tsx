import { Center, Loader } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RequestError } from '../data/request.ts';
import { useText } from '../text/language.tsx';
import { Problem } from './problem.tsx';
import { de } from './ui.de.ts';
import { en } from './ui.en.ts';

interface QueryViewProps<Data> {
  query: UseQueryResult<Data>;
  children: (data: NonNullable<Data>) => ReactNode;
}

/** What a query has answered, or its progress or its errors. */
export function QueryView<Data>({ query, children }: QueryViewProps<Data>) {
  const text = useText(en, de);
  const { data, error, refetch } = query;
  if (data !== undefined && data !== null) return children(data);
  // The sign-in page is about to be opened.
  const isSignedOut = error instanceof RequestError && error.isSignedOut;
  if (error && !isSignedOut) return <Problem error={error} onRetry={() => void refetch()} />;
  return (
    <Center mih={160} role="status" aria-label={text.loading}>
      <Loader />
    </Center>
  );
}
