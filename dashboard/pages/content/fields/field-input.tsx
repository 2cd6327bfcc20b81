import { type ReactNode, memo } from 'react';
import type { FieldType } from '../../../.generated/graphql.ts';
import type { Field } from '../item-values.ts';
import { AssetInput } from './asset-input.tsx';
import { ColorField, DateField, DateTimeField, NumberField, SwitchField } from './simple-inputs.tsx';
import { MultiSelectField, SelectField } from './choice-inputs.tsx';
import { JsonInput } from './json-input.tsx';
import { LocationInput } from './location-input.tsx';
import { ReferenceInput } from './reference-input.tsx';
import { EmailField, LongTextField, TextField, UrlField } from './text-inputs.tsx';

export interface InputProps {
  field: Field;
  value: unknown;
  /** Label, description, mark and error, as every input of Mantine takes them. */
  common: { label: string; description?: string; withAsterisk: boolean; error?: string };
  /** Null removes the value. */
  onChange: (value: unknown) => void;
}

const INPUTS: Record<FieldType, (props: InputProps) => ReactNode> = {
  text: TextField,
  textarea: LongTextField,
  number: NumberField,
  boolean: SwitchField,
  date: DateField,
  datetime: DateTimeField,
  select: SelectField,
  multiselect: MultiSelectField,
  media: AssetInput,
  file: AssetInput,
  reference: ReferenceInput,
  references: ReferenceInput,
  url: UrlField,
  email: EmailField,
  json: JsonInput,
  color: ColorField,
  location: LocationInput,
};

interface FieldInputProps {
  field: Field;
  value: unknown;
  error?: string;
  onChange: (name: string, value: unknown) => void;
}

/** The input of a custom field. Of many fields only the one is rendered again that has changed. */
export const FieldInput = memo(function FieldInput({ field, value, error, onChange }: FieldInputProps) {
  const Input = INPUTS[field.type];
  const { label, description, validation, name } = field;
  const common = {
    label,
    withAsterisk: validation?.required ?? false,
    ...(description ? { description } : {}),
    ...(error === undefined ? {} : { error }),
  };
  return <Input field={field} value={value} common={common} onChange={(next) => onChange(name, next)} />;
});
