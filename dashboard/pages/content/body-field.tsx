import { Input, Loader } from '@mantine/core';
import { Suspense, lazy } from 'react';
import { useText } from '../../text/language.tsx';
import { de } from './content.de.ts';
import { en } from './content.en.ts';
import type { SetValue } from './item-form.tsx';

const BodyEditor = lazy(() => import('./body/body-editor.tsx'));

interface BodyFieldProps {
  value: string;
  error: string | undefined;
  isReadOnly: boolean;
  onChange: SetValue;
}

/** The body: formatted text, stored in the format that it has (HTML or Markdown), or its source. */
export function BodyField({ value, error, isReadOnly, onChange }: BodyFieldProps) {
  const text = useText(en, de);
  return (
    <Input.Wrapper label={text.body} labelElement="div" error={error}>
      <Suspense fallback={<Loader size="sm" />}>
        <BodyEditor value={value} isReadOnly={isReadOnly} onChange={(next) => onChange('content', next)} />
      </Suspense>
    </Input.Wrapper>
  );
}
