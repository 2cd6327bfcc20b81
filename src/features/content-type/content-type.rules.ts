import type { ClassType } from 'type-graphql';
import { checkInput } from '../../graphql/bounds.ts';
import type { Checks } from '../../shared/checks.ts';
import type { UpdateContentTypeInput } from './content-type.inputs.ts';
import { checkFieldDefinitions } from './field-check.ts';
import type { FieldDefinition } from './field-definition.ts';

/** The input's bounds except those of `fields`, which depend on the type of each field. */
export function checkContentType(Input: ClassType, input: UpdateContentTypeInput): Checks {
  return checkInput(Input, { ...input, fields: undefined });
}

/** @returns the field definitions to store, undefined if none were given; only valid without violations */
export function readFields(checks: Checks, input: UpdateContentTypeInput): FieldDefinition[] | undefined {
  if (input.fields === undefined) return undefined;
  const { fields, violations } = checkFieldDefinitions(input.fields);
  checks.add(violations);
  return fields;
}
