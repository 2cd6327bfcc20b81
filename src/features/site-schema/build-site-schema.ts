import {
  type GraphQLArgumentConfig,
  GraphQLEnumType,
  type GraphQLField,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLFieldConfigMap,
  GraphQLID,
  GraphQLInt,
  GraphQLList,
  type GraphQLNamedType,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLInputType,
  type GraphQLOutputType,
  GraphQLSchema,
  GraphQLString,
  assertValidSchema,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import type { RequestContext } from '../../api/request-context.ts';
import { badRequest, notFound } from '../../shared/errors.ts';
import type { Steps } from '../../shared/loop-scheduler.ts';
import type { ContentItem } from '../content/content.types.ts';
import type { BaseSchema } from './base-schema.ts';
import { FilterTypes } from './filter-types.ts';
import { ItemTypes } from './item-types.ts';
import { type SiteType, type TypeModel, siteModel } from './site-model.ts';
import { assertType } from './type-of-item.rows.ts';
import { createInputType, toContentInput } from './write-types.ts';

type Fields = GraphQLFieldConfigMap<unknown, RequestContext>;
type Field = GraphQLFieldConfig<unknown, RequestContext>;
type Args = Readonly<Record<string, unknown>>;

/** Makes the schema of a site: its content types as GraphQL types, resolved by the fields of the main schema. */
export class SiteSchemaBuilder {
  private readonly base: BaseSchema;
  private readonly models: ReadonlyMap<string, TypeModel>;
  private readonly items: ItemTypes;
  private readonly filters: FilterTypes;

  /**
   * @param types all of the site, oldest first, as their names depend on each other
   * @param selectedTypes slugs of those that the schema has; null for all
   */
  constructor(base: BaseSchema, types: readonly SiteType[], selectedTypes: readonly string[] | null) {
    this.base = base;
    const models = siteModel(types, base.surroundings);
    this.models = selectedTypes ? new Map([...models].filter(([slug]) => selectedTypes.includes(slug))) : models;
    this.items = new ItemTypes(base, this.models);
    this.filters = new FilterTypes(base, this.models);
  }

  /** Builds in steps, and can be interrupted except while graphql-js works on the finished types. */
  *build(): Steps<GraphQLSchema> {
    const queries: Fields = this.anyContent();
    const mutations: Fields = {};
    for (const model of this.models.values()) {
      Object.assign(queries, { [model.names.list]: this.list(model), [model.names.one]: this.one(model) });
      Object.assign(mutations, this.mutations(model));
      yield;
    }
    const query = new GraphQLObjectType({
      name: 'Query',
      description: 'The content of the site.',
      fields: queries,
    });
    const mutation = new GraphQLObjectType({
      name: 'Mutation',
      description: 'Changes to the content of the site.',
      fields: mutations,
    });
    yield* defineFields([query, mutation, ...this.items.all]);
    const schema = new GraphQLSchema({ query, mutation, types: this.items.all });
    yield;
    // The endpoint would do it at once with its own start.
    assertValidSchema(schema);
    return schema;
  }

  /** The fields of the main schema for items of any type. */
  private anyContent(): Fields {
    const page = this.pageType('ContentPage', this.items.content);
    return {
      contents: { ...toConfig(this.base.field('Query', 'contents')), type: page },
      content: { ...toConfig(this.base.field('Query', 'content')), type: this.items.content },
      contentBySlug: { ...toConfig(this.base.field('Query', 'contentBySlug')), type: this.items.content },
    };
  }

  private list(model: TypeModel): Field {
    const contents = this.base.field('Query', 'contents');
    const { slug, name } = model.type;
    // What the main schema adds to its list comes along.
    const { filter: _1, filterParameters: _2, order: _3, sort: _4, page: _5, ...more } = toConfig(contents).args ?? {};
    const { cost, ...extensions } = contents.extensions as { cost: { page: object } };
    return {
      type: this.pageType(model.names.page, this.items.objectType(model)),
      description: `Items of the content type "${slug}" (${name}) that the viewer can read, by default newest publication first. Page size: default 50, maximum 100.`,
      args: { ...this.listArguments(model), ...more },
      extensions: { ...extensions, cost: { ...cost, page: { ...cost.page, argument: 'first' } } },
      resolve: (source, { filter, sort, first, after, offset, ...others }: Args, context, info) => {
        const contentFilter = this.filters.toContentFilter(model, (filter ?? {}) as Args);
        const page = { limit: first, after, offset };
        return contents.resolve?.(
          source,
          { ...others, filter: { ...contentFilter, type: slug }, sort, page },
          context,
          info,
        );
      },
    };
  }

  private listArguments(model: TypeModel): GraphQLFieldConfigArgumentMap {
    const sort = new GraphQLList(new GraphQLNonNull(this.sortType(model)));
    return {
      filter: { type: this.filters.filterType(model), description: 'Filter. Default: all items of the type.' },
      sort: {
        type: sort,
        description: 'Sort keys, at most 5. Missing values come last; equal items are sorted by id.',
      },
      first: { type: GraphQLInt, description: 'Page size, at least 1; clamped to 100. Default 50.' },
      after: {
        type: GraphQLString,
        description: 'The `endCursor` of the previous page, with the same filter and sort.',
      },
      offset: { type: GraphQLInt, description: 'How many items to skip. Cannot be combined with `after`.' },
    };
  }

  /** The values are sort keys of the main schema. */
  private sortType({ type, names, fields }: TypeModel): GraphQLEnumType {
    const builtInSorts = BUILT_IN_SORTS.map((name) => ({ name: fields.builtIn.get(name) ?? name, key: name }));
    const custom = type.fields
      .filter(({ sortable }) => sortable)
      .map(({ name }) => ({ name: fields.custom.get(name) ?? name, key: `fields.${name}` }));
    const values = [...builtInSorts, ...custom].flatMap(({ name, key }) => [
      [`${name}_ASC`, { value: `+${key}`, description: `By ${name}, ascending.` }] as const,
      [`${name}_DESC`, { value: `-${key}`, description: `By ${name}, descending.` }] as const,
    ]);
    const description = `A sort key of items of the content type "${type.slug}".`;
    return new GraphQLEnumType({ name: names.sort, description, values: Object.fromEntries(values) });
  }

  private one(model: TypeModel): Field {
    const [byId, bySlug] = [this.base.field('Query', 'content'), this.base.field('Query', 'contentBySlug')];
    const { type: _type, slug: _slug, ...languages } = toConfig(bySlug).args ?? {};
    const { slug, name } = model.type;
    return {
      type: this.items.objectType(model),
      description: `An item of the content type "${slug}" (${name}), by its id or its slug. NOT_FOUND for an unknown one; UNAUTHENTICATED or FORBIDDEN if the viewer cannot read it.`,
      args: {
        id: { type: GraphQLID, description: 'Id of the item; without `slug`.' },
        slug: { type: GraphQLString, description: 'Slug of the item; without `id`.' },
        ...(languages as Record<string, GraphQLArgumentConfig>),
      },
      extensions: bySlug.extensions,
      resolve: async (source, { id, ...args }: Args, context, info) => {
        if ((id == null) === (args['slug'] == null)) throw badRequest('id', 'id or slug is required, not both');
        if (id == null) return bySlug.resolve?.(source, { ...args, type: slug }, context, info);
        const item = (await byId.resolve?.(source, { id }, context, info)) as ContentItem;
        if (item.type !== slug) throw notFound('Content');
        return item;
      },
    };
  }

  private mutations(model: TypeModel): Fields {
    const { names, type } = model;
    const item = this.items.objectType(model);
    const create = this.base.field('Mutation', 'createContent');
    const update = this.base.field('Mutation', 'updateContent');
    const remove = this.base.field('Mutation', 'deleteContent');
    return {
      [names.create]: {
        ...toConfig(create),
        type: item,
        args: {
          input: {
            type: new GraphQLNonNull(createInputType(this.base, model, 'Create')),
            description: 'The new item.',
          },
        },
        resolve: (source, { input }: Args, context, info) => {
          const whole = { ...toContentInput(model, input as Args), type: type.slug };
          return create.resolve?.(source, { input: whole }, context, info);
        },
      },
      [names.update]: {
        ...toConfig(update),
        type: item,
        args: {
          ...toConfig(update).args,
          input: {
            type: new GraphQLNonNull(createInputType(this.base, model, 'Update')),
            description: 'Fields to change.',
          },
        },
        resolve: async (source, { input, ...args }: Args, context, info) => {
          await assertType(context.viewer, String(args['id']), type.slug);
          return update.resolve?.(source, { ...args, input: toContentInput(model, input as Args) }, context, info);
        },
      },
      [names.delete]: {
        ...toConfig(remove),
        resolve: async (source, args: Args, context, info) => {
          await assertType(context.viewer, String(args['id']), type.slug);
          return remove.resolve?.(source, args, context, info);
        },
      },
    };
  }

  private pageType(name: string, item: GraphQLOutputType): GraphQLObjectType {
    const { fields } = this.base.object('ContentItemPage').toConfig();
    const items = new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(item)));
    return new GraphQLObjectType({
      name,
      description: 'A page of items.',
      fields: { ...fields, items: { ...fields['items'], type: items } },
    });
  }
}

/** Makes the fields of these types and of all that they lead to, one type at a time. */
function* defineFields(types: readonly GraphQLNamedType[]): Steps<void> {
  const typeSet = new Set(types);
  const add = ({ type }: { type: GraphQLOutputType | GraphQLInputType }): unknown => typeSet.add(getNamedType(type));
  for (const type of typeSet) {
    if (isObjectType(type) || isInterfaceType(type)) {
      for (const field of Object.values(type.getFields())) [field, ...field.args].forEach(add);
    } else if (isInputObjectType(type)) Object.values(type.getFields()).forEach(add);
    yield;
  }
}

const BUILT_IN_SORTS = ['publishedAt', 'createdAt', 'updatedAt', 'sortOrder', 'title'] as const;

function toConfig(field: GraphQLField<unknown, unknown>): Field {
  const { type, description, args, resolve, extensions } = field;
  return {
    type,
    description,
    extensions,
    ...(resolve ? { resolve } : {}),
    args: Object.fromEntries(
      args.map(({ name, ...argument }) => [
        name,
        { type: argument.type, description: argument.description, defaultValue: argument.defaultValue },
      ]),
    ),
  };
}
