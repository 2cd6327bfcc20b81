import type { ClassType } from 'type-graphql';
import { checkInput } from '../../graphql/bounds.ts';
import type { Checks } from '../../shared/checks.ts';
import type { UpdateContentTypeInput } from './content-type.inputs.ts';
import { checkFieldDefinitions } from './field-check.ts';
import type { FieldDefinition } from './field-definition.ts';

/** The input's bounds, those of `fields` aside: what a field takes depends on its type. */
export function checkContentType(Input: ClassType, input: UpdateContentTypeInput): Checks {
  return checkInput(Input, { ...input, fields: undefined });
}

/** @returns the field definitions to store, undefined when none were given; for use only when there is no fault. */
export function readFields(checks: Checks, input: UpdateContentTypeInput): FieldDefinition[] | undefined {
  if (input.fields === undefined) return undefined;
  const { fields, faults } = checkFieldDefinitions(input.fields);
  checks.add(faults);
  return fields;
}
