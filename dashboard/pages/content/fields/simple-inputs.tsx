import { ColorInput, NumberInput, Switch, TextInput } from '@mantine/core';
import { localTime, utcTime } from '../local-time.ts';
import type { InputProps } from './field-input.tsx';

export function NumberField({ value, common, onChange }: InputProps) {
  return (
    <NumberInput
      {...common}
      value={typeof value === 'number' ? value : ''}
      onChange={(next) => onChange(typeof next === 'number' ? next : null)}
    />
  );
}

export function SwitchField({ value, common: { withAsterisk: _mark, ...common }, onChange }: InputProps) {
  return (
    <Switch {...common} checked={value === true} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
  );
}

export function DateField({ value, common, onChange }: InputProps) {
  return (
    <TextInput
      {...common}
      type="date"
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
    />
  );
}

/** In the reader's time zone; stored in UTC. */
export function DateTimeField({ value, common, onChange }: InputProps) {
  return (
    <TextInput
      {...common}
      type="datetime-local"
      value={typeof value === 'string' ? localTime(value) : ''}
      onChange={({ currentTarget }) => onChange(utcTime(currentTarget.value))}
    />
  );
}

export function ColorField({ value, common, onChange }: InputProps) {
  return (
    <ColorInput
      {...common}
      withEyeDropper={false}
      value={typeof value === 'string' ? value : ''}
      onChange={(next) => onChange(next || null)}
    />
  );
}
