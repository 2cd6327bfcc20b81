import { type FieldDefinition, sortFields } from '../../content-type/field-definition.ts';
import { fieldTypeRule } from '../../content-type/field-types.ts';

/**
 * The text of an item's custom fields, in field order, for the knowledge base: of fields with aiIndexed, including
 * hidden ones. References, files, colors and JSON have no text; fields that the type does not define are not used.
 */
export function indexableText(fields: readonly FieldDefinition[], values: CustomValues) {
  return listTexts(
    fields.filter((field) => field.aiIndexed),
    values,
  );
}

/** Returns the text of the fields that a list can be searched by. Fields of type boolean have no words of their own. */
export function searchableText(fields: readonly FieldDefinition[], values: CustomValues): string[] {
  return listTexts(
    fields.filter(({ searchable, type }) => searchable && type !== 'boolean'),
    values,
  ).map(({ text }) => text);
}

type CustomValues = Readonly<Record<string, unknown>> | null | undefined;

/** Returns the texts of fields with their labels. */
function listTexts(fields: readonly FieldDefinition[], values: CustomValues) {
  return sortFields(fields).flatMap(({ name, label, type }) => {
    const value = values && Object.hasOwn(values, name) ? values[name] : undefined;
    const text = fieldTypeRule(type).readableText?.(value)?.trim();
    return text ? [{ label, text }] : [];
  });
}
