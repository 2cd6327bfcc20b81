import { Divider } from '@mantine/core';
import { Fragment, useMemo } from 'react';
import type { FormErrors } from '../../ui/form-errors.ts';
import { FieldInput } from './fields/field-input.tsx';
import type { Field, ItemValues } from './item-values.ts';

interface CustomFieldsProps {
  fields: readonly Field[];
  values: ItemValues['customFields'];
  errors: FormErrors;
  onChange: (name: string, value: unknown) => void;
}

/** The fields of the type in their order, with the heading of their group. */
export function CustomFields({ fields, values, errors, onChange }: CustomFieldsProps) {
  const shown = useMemo(
    () => fields.filter(({ hidden }) => !hidden).toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0)),
    [fields],
  );
  return shown.map((field, position) => (
    <Fragment key={field.name}>
      {field.group !== null && field.group !== shown[position - 1]?.group && (
        <Divider label={field.group} labelPosition="left" />
      )}
      <FieldInput
        field={field}
        value={values[field.name]}
        error={errors.at(`customFields.${field.name}`)}
        onChange={onChange}
      />
    </Fragment>
  ));
}
