import { TextInput, Textarea } from '@mantine/core';
import type { InputProps } from './field-input.tsx';

export function TextField(props: InputProps) {
  return <TextInput {...textProps(props)} />;
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
  return {
    ...common,
    ...(field.placeholder ? { placeholder: field.placeholder } : {}),
    value: typeof value === 'string' ? value : '',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value || null),
  };
}
