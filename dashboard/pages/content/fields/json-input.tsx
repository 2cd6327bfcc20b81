import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../../text/language.tsx';
import { de } from '../content.de.ts';
import { en } from '../content.en.ts';
import type { InputProps } from './field-input.tsx';

/** What is not valid JSON stays on the screen, and the last valid value is what would be saved. */
export function JsonInput({ value, common, onChange }: InputProps) {
  const text = useText(en, de);
  const [source, setSource] = useState(value == null ? '' : JSON.stringify(value, null, 2));
  const [isInvalid, setInvalid] = useState(false);
  const change = (next: string) => {
    setSource(next);
    try {
      onChange(next.trim() === '' ? null : (JSON.parse(next) as unknown));
      setInvalid(false);
    } catch {
      setInvalid(true);
    }
  };
  return (
    <Textarea
      {...common}
      autosize
      minRows={3}
      maxRows={16}
      spellCheck={false}
      ff="monospace"
      value={source}
      error={isInvalid ? text.invalidJson : common.error}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}
