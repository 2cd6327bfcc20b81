import { Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../text/language.tsx';
import { de } from '../content.de.ts';
import { en } from '../content.en.ts';
import type { InputProps } from './field-input.tsx';

/** What is not valid JSON stays on the screen; until it is valid, the form is not sent. */
export function JsonInput({ value, common, onChange }: InputProps) {
  const text = useText(en, de);
  const [source, setSource] = useState(value == null ? '' : JSON.stringify(value, null, 2));
  const [isInvalid, setInvalid] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);
  const message = isInvalid ? text.invalidJson : '';
  useEffect(() => input.current?.setCustomValidity(message), [message]);
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
      ref={input}
      autosize
      minRows={3}
      maxRows={16}
      spellCheck={false}
      ff="monospace"
      value={source}
      error={message || common.error}
      onChange={({ currentTarget }) => change(currentTarget.value)}
    />
  );
}
