import { Button, Group, Input, Loader, Textarea } from '@mantine/core';
import { Suspense, lazy, useState } from 'react';
import { useText } from '../../text/language.tsx';
import { de } from './content.de.ts';
import { en } from './content.en.ts';
import type { SetValue } from './item-form.tsx';

const RichText = lazy(() => import('./rich-text.tsx'));

interface BodyFieldProps {
  value: string;
  error: string | undefined;
  isReadOnly: boolean;
  onChange: SetValue;
}

/** The body: formatted text, stored in the format that it has (HTML or Markdown), or its source. */
export function BodyField({ value, error, isReadOnly, onChange }: BodyFieldProps) {
  const text = useText(en, de);
  const [isSource, setSource] = useState(false);
  return (
    <Input.Wrapper label={text.body} labelElement="div" error={error}>
      <Group justify="flex-end" mb={4}>
        <Button size="compact-xs" variant="default" onClick={() => setSource(!isSource)}>
          {isSource ? text.visual : text.source}
        </Button>
      </Group>
      {isSource ? (
        <Textarea
          aria-label={text.body}
          autosize
          minRows={8}
          maxRows={30}
          ff="monospace"
          value={value}
          onChange={({ currentTarget }) => onChange('content', currentTarget.value)}
        />
      ) : (
        <Suspense fallback={<Loader size="sm" />}>
          <RichText value={value} isReadOnly={isReadOnly} onChange={(next) => onChange('content', next)} />
        </Suspense>
      )}
    </Input.Wrapper>
  );
}
