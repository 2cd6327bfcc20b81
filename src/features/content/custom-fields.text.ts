import { inFieldOrder } from '../content-type/field-definition.ts';
import type { FieldDefinition } from '../content-type/field-definition.ts';
import { ruleOf } from '../content-type/field-types/field-types.ts';

/** The words of one custom field under the label a reader knows it by. */
export interface LabelledText {
  label: string;
  text: string;
}

/**
 * What a person reads in an item's custom fields, in field order, for the knowledge base: of the fields that AI may
 * use, hidden ones included. References, files, colors and JSON have no words of their own; fields that the type does
 * not define are nobody's to publish.
 */
export function indexableText(
  fields: readonly FieldDefinition[],
  values: Readonly<Record<string, unknown>> | null | undefined,
): LabelledText[] {
  return inFieldOrder(fields.filter((field) => field.aiIndexed)).flatMap(({ name, label, type }) => {
    const value = values && Object.hasOwn(values, name) ? values[name] : undefined;
    const text = ruleOf(type).readableText?.(value)?.trim();
    return text ? [{ label, text }] : [];
  });
}
