import { TextInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { withLineEnds } from '../../../ui/line-ends.ts';
import type { InputProps } from './field-input.tsx';

/** On one line, unless the value has several: an input of one line would join them. */
export function TextField(props: InputProps) {
  const { value } = props;
  const [hasLines] = useState(() => typeof value === 'string' && /[\r\n]/.test(value));
  return hasLines ? <LongTextField {...props} /> : <TextInput {...textProps(props)} />;
}

export function LongTextField(props: InputProps) {
  return <Textarea autosize minRows={3} maxRows={16} {...textProps(props)} />;
}

export function UrlField(props: InputProps) {
  return <TextInput type="url" inputMode="url" {...textProps(props)} />;
}

export function EmailField(props: InputProps) {
  return <TextInput type="email" inputMode="email" {...textProps(props)} />;
}

function textProps({ field, value, common, onChange }: InputProps) {
  const stored = typeof value === 'string' ? value : '';
  return {
    ...common,
    ...(field.placeholder ? { placeholder: field.placeholder } : {}),
    value: stored,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange(withLineEnds(stored, currentTarget.value) || null),
  };
}
