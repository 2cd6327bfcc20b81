import { MultiSelect, Select } from '@mantine/core';
import type { InputProps } from './field-input.tsx';

export function SelectField({ field, value, common, onChange }: InputProps) {
  return (
    <Select
      {...common}
      clearable={!field.validation?.required}
      data={field.validation?.options ?? []}
      value={typeof value === 'string' ? value : null}
      onChange={onChange}
    />
  );
}

export function MultiSelectField({ field, value, common, onChange }: InputProps) {
  return (
    <MultiSelect
      {...common}
      data={field.validation?.options ?? []}
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={(all) => onChange(all.length > 0 ? all : null)}
    />
  );
}
