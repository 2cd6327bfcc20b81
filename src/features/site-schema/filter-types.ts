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

/** Fields of `ContentFilter` with another name than the field of the item. */
const OF_FIELDS: Readonly<Record<string, string>> = {
  statusIs: 'status',
  accessLevelIs: 'accessLevel',
  collection: 'collectionId',
};
const COMBINING: ReadonlySet<string> = new Set(['and', 'or', 'not']);
/** The type is known. */
const LEFT_OUT: ReadonlySet<string> = new Set(['typeIs', 'field']);

type Given = Readonly<Record<string, unknown>>;
type Fields = Record<string, GraphQLInputFieldConfig>;

/** The filters of the content types, and what they ask of `ContentFilter`. */
export class FilterTypes {
  private readonly base: BaseSchema;
  private readonly models: ReadonlyMap<string, TypeModel>;
  private readonly filters = new Map<TypeModel, GraphQLInputObjectType>();
  private readonly references = new Map<string, GraphQLInputObjectType>();

  constructor(base: BaseSchema, models: ReadonlyMap<string, TypeModel>) {
    this.base = base;
    this.models = models;
  }

  filterOf(model: TypeModel): GraphQLInputObjectType {
    const make = () =>
      new GraphQLInputObjectType({
        name: model.names.filter,
        description: `Filter of items of the content type "${model.type.slug}"; all conditions must hold. At most 50 conditions, nested at most 5 deep.`,
        fields: () => ({ ...this.builtInFields(model), ...this.customFields(model), ...this.combining(model) }),
      });
    return getOrAdd(this.filters, model, make);
  }

  /** The filter in the form of `ContentFilter`, without the type itself. */
  toContentFilter(model: TypeModel | undefined, filter: Given): Given {
    if (!model) return filter;
    const builtIn = new Map(this.builtInNames(model).map(({ name, shown }) => [shown, name]));
    const custom = new Map(model.type.fields.map((field) => [model.fields.custom.get(field.name), field]));
    const result: Record<string, unknown> = {};
    const field: Given[] = [];
    for (const [name, given] of Object.entries(filter)) {
      const own = custom.get(name);
      if (COMBINING.has(name)) result[name] = this.combined(model, given);
      else if (!own) result[builtIn.get(name) ?? name] = given;
      else if (isPlainObject(given)) field.push(this.toFieldCondition(own, given));
    }
    return field.length > 0 ? { ...result, field } : result;
  }

  private combined(model: TypeModel, given: unknown): unknown {
    if (Array.isArray(given)) return given.map((each) => this.toContentFilter(model, each as Given));
    return isPlainObject(given) ? this.toContentFilter(model, given) : given;
  }

  private toFieldCondition({ name, validation }: SiteField, { references, ...operators }: Given): Given {
    if (!isPlainObject(references)) return { name, ...operators };
    const target = this.models.get(validation.referenceTo ?? '');
    return { name, ...operators, references: this.toContentFilter(target, references) };
  }

  private builtInNames(model: TypeModel): { name: string; shown: string }[] {
    return Object.entries(this.base.input('ContentFilter').getFields()).flatMap(([name, { type }]) => {
      // Those that are not conditions are short forms.
      if (!isInputObjectType(type) || COMBINING.has(name) || LEFT_OUT.has(name)) return [];
      const ofItem = OF_FIELDS[name] ?? name;
      return [{ name, shown: model.fields.builtIn.get(ofItem) ?? ofItem }];
    });
  }

  private builtInFields(model: TypeModel): Fields {
    const { fields } = this.base.input('ContentFilter').toConfig();
    return Object.fromEntries(
      this.builtInNames(model).flatMap(({ name, shown }) => (fields[name] ? [[shown, fields[name]]] : [])),
    );
  }

  private customFields({ type, fields }: TypeModel): Fields {
    return Object.fromEntries(
      type.fields.map((field) => [
        fields.custom.get(field.name) ?? field.name,
        { type: this.conditionOf(field), description: `Condition on "${field.label}".` },
      ]),
    );
  }

  private conditionOf({ type, validation }: SiteField): GraphQLInputObjectType {
    if (type !== 'reference' && type !== 'references') return this.base.condition(FIELD_KINDS[type].condition);
    const target = this.models.get(validation.referenceTo ?? '');
    const name = referenceCondition(target, type);
    const make = () =>
      new GraphQLInputObjectType({
        name,
        description: 'Condition on a reference; all given operators must hold.',
        fields: () => this.referenceFields(type, target ? this.filterOf(target) : this.base.input('ContentFilter')),
      });
    return getOrAdd(this.references, name, make);
  }

  private referenceFields(type: 'reference' | 'references', filter: GraphQLInputObjectType): Fields {
    const { fields } = this.base.input('FieldCondition').toConfig();
    return { ...operatorFields(type, GraphQLID), ...withTypes(fields, { references: filter }) };
  }

  private combining(model: TypeModel): Fields {
    const { fields } = this.base.input('ContentFilter').toConfig();
    const filter = this.filterOf(model);
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

/** `Content` stands for any type. */
function referenceCondition(target: TypeModel | undefined, type: 'reference' | 'references'): string {
  if (target) return target.names[type];
  return type === 'reference' ? 'ContentReferenceCondition' : 'ContentReferencesCondition';
}
