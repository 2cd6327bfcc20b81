import { Group, Input, NumberInput, TextInput } from '@mantine/core';
import { useText } from '../../../text/language.tsx';
import { de } from '../content.de.ts';
import { en } from '../content.en.ts';
import type { InputProps } from './field-input.tsx';

type Place = Record<string, unknown>;

/** Degrees and the name of the place; other keys of the value stay. */
export function LocationInput({ field, value, common, onChange }: InputProps) {
  const text = useText(en, de);
  const place: Place = typeof value === 'object' && value !== null ? (value as Place) : {};
  const change = (key: string, next: unknown) => {
    const { [key]: _before, ...others } = place;
    const changed = next === '' ? others : { ...others, [key]: next };
    onChange(Object.keys(changed).length > 0 ? changed : null);
  };
  const degrees = (key: 'lat' | 'lng') => ({
    value: typeof place[key] === 'number' ? place[key] : '',
    decimalScale: 7,
    onChange: (next: string | number) => change(key, next),
  });
  const { label, ...rest } = common;
  return (
    <Input.Wrapper {...rest} label={label} labelElement="div" role="group" aria-label={field.label}>
      <Group grow align="end">
        <NumberInput label={text.latitude} {...degrees('lat')} />
        <NumberInput label={text.longitude} {...degrees('lng')} />
        <TextInput
          label={text.address}
          value={typeof place['address'] === 'string' ? place['address'] : ''}
          onChange={({ currentTarget }) => change('address', currentTarget.value)}
        />
      </Group>
    </Input.Wrapper>
  );
}
