import { Alert, Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useText } from '../text/language.tsx';
import { de } from './shell.de.ts';
import { en } from './shell.en.ts';

/** In the place of a page whose code has failed. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const text = useText(en, de);
  return (
    <Alert color="red" title={text.failed} role="alert">
      <p>{error instanceof Error ? error.message : String(error)}</p>
      <Button size="xs" variant="default" onClick={reset}>
        {text.again}
      </Button>
    </Alert>
  );
}
