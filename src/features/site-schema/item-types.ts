import {
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLFieldConfigMap,
  GraphQLInterfaceType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
} from 'graphql';
import type { RequestContext } from '../../api/request-context.ts';
import { LOADER_POINTS } from '../../api/cost.ts';
import { getOrAdd } from '../../shared/get-or-add.ts';
import type { ContentItem } from '../content/content.types.ts';
import { type LanguageRequest, preferredLanguages } from '../content/language-codes.ts';
import { listReferencedItems } from '../reference/reference.service.ts';
import type { BaseSchema } from './base-schema.ts';
import { FIELD_KINDS } from './field-kinds.ts';
import { readFile } from './file-type.ts';
import { COMMON_FIELDS } from './field-names.ts';
import type { SiteField, TypeModel } from './site-model.ts';

type ItemField = GraphQLFieldConfig<ContentItem, RequestContext>;
type ReferenceField = GraphQLFieldConfig<ContentItem, RequestContext, LanguageRequest>;
type ItemFields = GraphQLFieldConfigMap<ContentItem, RequestContext>;

/** These fields are counted together by the limit of nesting, whatever their names. */
const NESTED_TOGETHER = { nestingGroup: 'reference fields' };

/** The object types of the content types. */
export class ItemTypes {
  /** Items of any content type. */
  readonly content: GraphQLInterfaceType;
  /** Items whose content type was deleted, or is not in the schema. */
  readonly other: GraphQLObjectType;
  private readonly base: BaseSchema;
  private readonly models: ReadonlyMap<string, TypeModel>;
  private readonly types = new Map<TypeModel, GraphQLObjectType>();

  constructor(base: BaseSchema, models: ReadonlyMap<string, TypeModel>) {
    this.base = base;
    this.models = models;
    this.content = new GraphQLInterfaceType({
      name: 'Content',
      description: 'An item of any content type.',
      fields: () => this.commonFields(),
      resolveType: ({ type }: ContentItem) => this.models.get(type)?.names.type ?? this.other.name,
    });
    this.other = new GraphQLObjectType({
      name: 'OtherContent',
      description: 'An item whose content type was deleted, or was not selected by `types`.',
      interfaces: [this.content],
      fields: () => {
        const { customFields } = this.itemFields();
        return { ...this.builtInFields((name) => name), ...(customFields ? { customFields } : {}) };
      },
    });
  }

  get all(): GraphQLObjectType[] {
    return [...[...this.models.values()].map((model) => this.objectType(model)), this.other];
  }

  objectType(model: TypeModel): GraphQLObjectType {
    const { name, slug, description } = model.type;
    const make = () =>
      new GraphQLObjectType({
        name: model.names.type,
        description: `${description || name} (content type "${slug}"). A teaser has no values of custom fields.`,
        interfaces: [this.content],
        fields: () => ({
          ...this.builtInFields((builtInName) => model.fields.builtIn.get(builtInName) ?? builtInName),
          ...this.customFields(model),
        }),
      });
    return getOrAdd(this.types, model, make);
  }

  private itemFields(): ItemFields {
    return this.base.object('ContentItem').toConfig().fields as ItemFields;
  }

  private commonFields(): ItemFields {
    const fields = this.itemFields();
    return Object.fromEntries(COMMON_FIELDS.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])));
  }

  /** A field of `ContentItem` without a resolver reads the property of its own name. */
  private builtInFields(toPublicName: (builtInName: string) => string): ItemFields {
    const fields = this.itemFields();
    return Object.fromEntries(
      this.base.surroundings.builtIn.flatMap((name) => {
        const field = fields[name];
        if (!field) return [];
        const publicName = toPublicName(name);
        const read: ItemField['resolve'] = (item) => item[name as keyof ContentItem];
        return [[publicName, publicName === name ? field : { ...field, resolve: field.resolve ?? read }]];
      }),
    );
  }

  private customFields({ type, fields }: TypeModel): ItemFields {
    return Object.fromEntries(
      type.fields.map((field) => [fields.custom.get(field.name) ?? field.name, this.customField(field)]),
    );
  }

  private customField(field: SiteField): ItemField {
    const { name, type } = field;
    if (type === 'references') return this.referencesField(field);
    if (type === 'reference') return this.referenceField(field);
    if (type === 'media' || type === 'file') return this.fileField(field);
    const { output, read } = FIELD_KINDS[type];
    return { type: output, description: describe(field), resolve: ({ customFields }) => read(customFields?.[name]) };
  }

  private fileField(field: SiteField): ItemField {
    const { urls } = this.base;
    return {
      type: FIELD_KINDS.file.output,
      description: `${describe(field)} Null if the viewer cannot read the file.`,
      extensions: { cost: { points: LOADER_POINTS } },
      resolve: ({ customFields }, _args, { viewer }) => readFile(viewer, customFields?.[field.name], urls),
    };
  }

  private referenceField(field: SiteField): ReferenceField {
    const { cost, maxNesting } = this.referencesOfBase().extensions as {
      cost: { points: number; each: number };
    } & Record<string, unknown>;
    const [type, isOfType] = this.target(field);
    return {
      type,
      description: `${describe(field)} Null if the viewer cannot read the item.`,
      extensions: { ...NESTED_TOGETHER, cost: { points: cost.points + cost.each }, maxNesting },
      args: this.languageArguments(),
      resolve: async (item, args, { viewer }) => {
        const languages = preferredLanguages(args) ?? [];
        return (await listReferencedItems(viewer, item, field.name, { languages })).find(isOfType) ?? null;
      },
    };
  }

  private referencesField(field: SiteField): ReferenceField {
    const { resolve, extensions } = this.referencesOfBase();
    const [type, isOfType] = this.target(field);
    return {
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(type))),
      description: `${describe(field)} Without items that the viewer cannot read.`,
      extensions: { ...extensions, ...NESTED_TOGETHER },
      args: this.languageArguments(),
      resolve: async (item, args, context, info) => {
        const items = (await resolve?.(item, { ...args, field: field.name }, context, info)) as ContentItem[];
        return items.filter(isOfType);
      },
    };
  }

  /** Those of `references` in the main schema. */
  private languageArguments(): GraphQLFieldConfigArgumentMap {
    const { field: _field, ...languages } = this.itemFields()['references']?.args ?? {};
    return languages;
  }

  private referencesOfBase() {
    return this.base.field('ContentItem', 'references');
  }

  /** The type of the items, and whether an item is of it: the field may have referred to another type before. */
  private target({
    validation: { referenceTo },
  }: SiteField): [GraphQLObjectType | GraphQLInterfaceType, (item: ContentItem) => boolean] {
    const model = this.models.get(referenceTo ?? '');
    return model ? [this.objectType(model), ({ type }) => type === model.type.slug] : [this.content, () => true];
  }
}

function describe({ label, description, validation: { options } }: SiteField): string {
  const choices = options ? ` One of: ${options.slice(0, 20).join(', ')}${options.length > 20 ? ', …' : ''}.` : '';
  return `${label}.${description ? ` ${description}` : ''}${choices}`;
}
