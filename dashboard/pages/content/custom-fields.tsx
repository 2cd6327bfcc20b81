import { Divider } from '@mantine/core';
import { Fragment, useMemo } from 'react';
import { useText } from '../../text/language.tsx';
import type { FormErrors } from '../../ui/form-errors.ts';
import { de } from './content.de.ts';
import { en } from './content.en.ts';
import { FieldInput } from './fields/field-input.tsx';
import type { Field, ItemValues } from './item-values.ts';
import { textOfValue } from './text-of-value.ts';

export interface StoredValues {
  values: ItemValues['customFields'];
  errors: readonly { field: string }[];
}

interface CustomFieldsProps {
  fields: readonly Field[];
  values: ItemValues['customFields'];
  errors: FormErrors;
  /** What is wrong with values as they are stored. */
  stored: StoredValues;
  onChange: (name: string, value: unknown) => void;
}

/** The fields of the type in their order, with the heading of their group. */
export function CustomFields({ fields, values, errors, stored, onChange }: CustomFieldsProps) {
  const shown = useMemo(
    () => fields.filter(({ hidden }) => !hidden).toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0)),
    [fields],
  );
  const text = useText(en, de);
  const unfit = (name: string): string | undefined => {
    const value = values[name];
    const isUnfit = stored.errors.some(({ field }) => /^customFields\.(\w+)/.exec(field)?.[1] === name);
    return isUnfit && value != null && value === stored.values[name] ? text.unfitValue(textOfValue(value)) : undefined;
  };
  return shown.map((field, position) => (
    <Fragment key={field.name}>
      {field.group !== null && field.group !== shown[position - 1]?.group && (
        <Divider label={field.group} labelPosition="left" />
      )}
      <FieldInput
        field={field}
        value={values[field.name]}
        error={errors.at(`customFields.${field.name}`) ?? unfit(field.name)}
        onChange={onChange}
      />
    </Fragment>
  ));
}
