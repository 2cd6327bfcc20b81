import {
  GraphQLID,
  GraphQLInputObjectType,
  type GraphQLInputFieldConfig,
  type GraphQLInputType,
  GraphQLList,
  GraphQLNonNull,
  isInputObjectType,
} from 'graphql';
import { getOrAdd } from '../../shared/get-or-add.ts';
import { isPlainObject } from '../../shared/plain-object.ts';
import type { BaseSchema } from './base-schema.ts';
import { operatorFields } from './conditions.ts';
import { FIELD_KINDS } from './field-kinds.ts';
import type { SiteField, TypeModel } from './site-model.ts';

/** The names of item fields whose condition in `ContentFilter` has another name. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  statusIs: 'status',
  accessLevelIs: 'accessLevel',
  collection: 'collectionId',
};
const COMBINATORS: ReadonlySet<string> = new Set(['and', 'or', 'not']);
/** Conditions that a filter of one content type does not need: it has those on its own fields. */
const OMITTED_FIELDS: ReadonlySet<string> = new Set(['typeIs', 'field']);

type Values = Readonly<Record<string, unknown>>;
type Fields = Record<string, GraphQLInputFieldConfig>;

/** The filters of the content types, and their conversion to `ContentFilter`. */
export class FilterTypes {
  private readonly base: BaseSchema;
  private readonly models: ReadonlyMap<string, TypeModel>;
  private readonly filters = new Map<TypeModel, GraphQLInputObjectType>();
  private readonly references = new Map<string, GraphQLInputObjectType>();

  constructor(base: BaseSchema, models: ReadonlyMap<string, TypeModel>) {
    this.base = base;
    this.models = models;
  }

  filterType(model: TypeModel): GraphQLInputObjectType {
    const make = () =>
      new GraphQLInputObjectType({
        name: model.names.filter,
        description: `Filter of items of the content type "${model.type.slug}"; all conditions must hold. At most 50 conditions, nested at most 5 deep.`,
        fields: () => ({ ...this.builtInFields(model), ...this.customFields(model), ...this.combinators(model) }),
      });
    return getOrAdd(this.filters, model, make);
  }

  /** The filter in the form of `ContentFilter`, without the type itself. */
  toContentFilter(model: TypeModel | undefined, filter: Values): Values {
    if (!model) return filter;
    const namesByPublic = new Map(this.builtInNames(model).map(({ name, publicName }) => [publicName, name]));
    const custom = new Map(model.type.fields.map((field) => [model.fields.custom.get(field.name), field]));
    const result: Record<string, unknown> = {};
    const field: Values[] = [];
    for (const [name, value] of Object.entries(filter)) {
      const own = custom.get(name);
      if (COMBINATORS.has(name)) result[name] = this.combine(model, value);
      else if (!own) result[namesByPublic.get(name) ?? name] = value;
      else if (isPlainObject(value)) field.push(this.toFieldCondition(own, value));
    }
    return field.length > 0 ? { ...result, field } : result;
  }

  private combine(model: TypeModel, value: unknown): unknown {
    if (Array.isArray(value)) return value.map((each) => this.toContentFilter(model, each as Values));
    return isPlainObject(value) ? this.toContentFilter(model, value) : value;
  }

  private toFieldCondition({ name, validation }: SiteField, { references, ...operators }: Values): Values {
    if (!isPlainObject(references)) return { name, ...operators };
    const target = this.models.get(validation.referenceTo ?? '');
    return { name, ...operators, references: this.toContentFilter(target, references) };
  }

  private builtInNames(model: TypeModel): { name: string; publicName: string }[] {
    return Object.entries(this.base.input('ContentFilter').getFields()).flatMap(([name, { type }]) => {
      // Those that are not conditions are short forms.
      if (!isInputObjectType(type) || COMBINATORS.has(name) || OMITTED_FIELDS.has(name)) return [];
      const itemField = FIELD_NAMES[name] ?? name;
      return [{ name, publicName: model.fields.builtIn.get(itemField) ?? itemField }];
    });
  }

  private builtInFields(model: TypeModel): Fields {
    const { fields } = this.base.input('ContentFilter').toConfig();
    return Object.fromEntries(
      this.builtInNames(model).flatMap(({ name, publicName }) => (fields[name] ? [[publicName, fields[name]]] : [])),
    );
  }

  private customFields({ type, fields }: TypeModel): Fields {
    return Object.fromEntries(
      type.fields.map((field) => [
        fields.custom.get(field.name) ?? field.name,
        { type: this.conditionType(field), description: `Condition on "${field.label}".` },
      ]),
    );
  }

  private conditionType({ type, validation }: SiteField): GraphQLInputObjectType {
    if (type !== 'reference' && type !== 'references') return this.base.condition(FIELD_KINDS[type].condition);
    const target = this.models.get(validation.referenceTo ?? '');
    const name = referenceCondition(target, type);
    const make = () =>
      new GraphQLInputObjectType({
        name,
        description: 'Condition on a reference; all given operators must hold.',
        fields: () => this.referenceFields(type, target ? this.filterType(target) : this.base.input('ContentFilter')),
      });
    return getOrAdd(this.references, name, make);
  }

  private referenceFields(type: 'reference' | 'references', filter: GraphQLInputObjectType): Fields {
    const { fields } = this.base.input('FieldCondition').toConfig();
    return { ...operatorFields(type, GraphQLID), ...withTypes(fields, { references: filter }) };
  }

  private combinators(model: TypeModel): Fields {
    const { fields } = this.base.input('ContentFilter').toConfig();
    const filter = this.filterType(model);
    const list = new GraphQLList(new GraphQLNonNull(filter));
    return withTypes(fields, { and: list, or: list, not: filter });
  }
}

/** Some fields of the main schema with other types. */
function withTypes(fields: Fields, types: Readonly<Record<string, GraphQLInputType>>): Fields {
  return Object.fromEntries(
    Object.entries(types).map(([name, type]) => [name, { type, description: fields[name]?.description }]),
  );
}

/** The name of the condition on a reference, in which `Content` stands for any type. */
function referenceCondition(target: TypeModel | undefined, type: 'reference' | 'references'): string {
  if (target) return target.names[type];
  return type === 'reference' ? 'ContentReferenceCondition' : 'ContentReferencesCondition';
}
