import { type GraphQLInputFieldConfigMap, GraphQLInputObjectType } from 'graphql';
import type { BaseSchema } from './base-schema.ts';
import { FIELD_KINDS, REFERENCE_INPUTS } from './field-kinds.ts';
import type { SiteField, TypeModel } from './site-model.ts';

/** Fields of the main inputs that the inputs of a content type do not have. */
const OMITTED_FIELDS: ReadonlySet<string> = new Set(['type', 'customFields']);

type Values = Readonly<Record<string, unknown>>;

/** The input of a mutation: that of the main schema with the type's own fields in place of `customFields`. */
export function createInputType(base: BaseSchema, model: TypeModel, kind: 'Create' | 'Update'): GraphQLInputObjectType {
  const { fields, description } = base.input(`${kind}ContentInput`).toConfig();
  const builtInEntries = Object.entries(fields)
    .filter(([name]) => !OMITTED_FIELDS.has(name))
    .map(([name, field]) => [model.fields.builtIn.get(name) ?? name, field]);
  const custom = model.type.fields.map((field) => [
    model.fields.custom.get(field.name),
    { type: toInputType(field), description: `${field.label}.` },
  ]);
  return new GraphQLInputObjectType({
    name: kind === 'Create' ? model.names.createInput : model.names.updateInput,
    description: `${description} Content type "${model.type.slug}".`,
    fields: Object.fromEntries([...builtInEntries, ...custom]) as GraphQLInputFieldConfigMap,
  });
}

/** The input in the form of the main schema. */
export function toContentInput({ type, fields }: TypeModel, input: Values): Values {
  const namesByPublic = new Map([...fields.builtIn].map(([name, publicName]) => [publicName, name]));
  const custom = new Map(type.fields.map((field) => [fields.custom.get(field.name), field]));
  const result: Record<string, unknown> = {};
  const customFields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input)) {
    const own = custom.get(name);
    if (own) customFields[own.name] = toStored(own, value);
    else result[namesByPublic.get(name) ?? name] = value;
  }
  return Object.keys(customFields).length > 0 ? { ...result, customFields } : result;
}

function toInputType({ type }: SiteField) {
  return type === 'reference' || type === 'references' ? REFERENCE_INPUTS[type] : FIELD_KINDS[type].input;
}

function toStored({ type }: SiteField, value: unknown): unknown {
  if (value === null || type === 'reference' || type === 'references') return value;
  return FIELD_KINDS[type].write?.(value) ?? value;
}
