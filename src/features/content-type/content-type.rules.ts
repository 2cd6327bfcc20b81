import type { ClassType } from 'type-graphql';
import { checkInput } from '../../graphql/bounds.ts';
import type { Checks } from '../../shared/checks.ts';
import { DEFAULT_AI_CONFIG, DEFAULT_BUILT_IN_FIELDS } from './content-type.entity.ts';
import type { ContentTypeEntityRow } from './content-type.entity.ts';
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

/** What an update changes besides slug and fields: what is absent stays, null takes the default or clears. */
export function changedProperties(
  type: ContentTypeEntityRow,
  input: UpdateContentTypeInput,
): Partial<ContentTypeEntityRow> {
  const { pluralName, description, icon, accessLevel, status } = input;
  const changed = {
    name: input.name ?? undefined,
    pluralName,
    description,
    icon,
    builtInFields: changedOptions(type.builtInFields, input.builtInFields, DEFAULT_BUILT_IN_FIELDS),
    aiConfig: changedOptions(type.aiConfig, input.aiConfig, DEFAULT_AI_CONFIG),
    accessLevel: accessLevel === null ? 'public' : accessLevel,
    status: status === null ? 'active' : status,
  };
  return Object.fromEntries(
    Object.entries(changed).filter(([, value]) => value !== undefined),
  ) as Partial<ContentTypeEntityRow>;
}

/** The options that a caller gave; null counts as absent. */
export function given<T extends object>(options: T | null | undefined): Partial<{ [K in keyof T]: NonNullable<T[K]> }> {
  const entries = Object.entries(options ?? {}).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(entries) as Partial<{ [K in keyof T]: NonNullable<T[K]> }>;
}

function changedOptions<T extends object>(stored: T, input: object | null | undefined, defaults: T): T | undefined {
  if (!input) return input === null ? defaults : undefined;
  const entries = Object.entries(input).filter(([, value]) => value !== undefined);
  return {
    ...stored,
    ...Object.fromEntries(entries.map(([name, value]) => [name, value ?? defaults[name as keyof T]])),
  };
}
