import {
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isObjectType,
} from 'graphql';
import type { FileUrls } from '../reference/file.loaders.ts';
import { customConditions } from './conditions.ts';
import { KIND_TYPES } from './field-kinds.ts';
import type { Surroundings } from './site-model.ts';

/** Fields of `ContentItem` in whose place the content types have fields of their own. */
const UNTYPED_FIELDS = ['customFields', 'references'];

const ROOT_FIELDS = ['contents', 'content', 'contentBySlug'];
/** The types of a site's schema that are not types of the main schema. */
const OWN_TYPES = [
  'Query',
  'Mutation',
  'Content',
  'ContentPage',
  'OtherContent',
  'ContentReferenceCondition',
  'ContentReferencesCondition',
  ...KIND_TYPES,
];

type Root = GraphQLField<unknown, unknown>;

/** The parts of the main schema that the schemas of sites are made of: every field resolves as it does there. */
export class BaseSchema {
  readonly surroundings: Surroundings;
  /** The URLs of files in fields. */
  readonly urls: FileUrls;
  private readonly schema: GraphQLSchema;
  /** The conditions that the main schema does not have. */
  private readonly conditions: readonly GraphQLInputObjectType[];

  constructor(schema: GraphQLSchema, urls: FileUrls) {
    this.schema = schema;
    this.urls = urls;
    this.conditions = customConditions({ box: this.input('BoxInput'), circle: this.input('CircleInput') });
    const builtInNames = Object.keys(this.object('ContentItem').getFields()).filter(
      (name) => !UNTYPED_FIELDS.includes(name),
    );
    const types = new Set([...OWN_TYPES, ...this.conditions.map(({ name }) => name), ...this.reachable()]);
    this.surroundings = { taken: { types, fields: new Set(ROOT_FIELDS) }, builtIn: builtInNames };
  }

  object(name: string): GraphQLObjectType {
    const type = this.schema.getType(name);
    return requirePart(isObjectType(type) ? type : undefined, name);
  }

  field(type: string, name: string): Root {
    return requirePart(this.object(type).getFields()[name], `${type}.${name}`);
  }

  input(name: string): GraphQLInputObjectType {
    const type = this.schema.getType(name);
    return requirePart(isInputObjectType(type) ? type : undefined, name);
  }

  /** A condition of filters, of the main schema or for custom fields only. */
  condition(name: string): GraphQLInputObjectType {
    return this.conditions.find((each) => each.name === name) ?? this.input(name);
  }

  /** Names of the types that these parts use, so that no content type takes one of them. */
  private reachable(): Set<string> {
    const names = new Set<string>();
    const visit = (type: GraphQLNamedType): void => {
      if (names.has(type.name)) return;
      names.add(type.name);
      if (isInputObjectType(type)) Object.values(type.getFields()).forEach((each) => visit(getNamedType(each.type)));
      if (isObjectType(type)) Object.values(type.getFields()).forEach(visitField);
    };
    const visitField = (field: Root): void => {
      visit(getNamedType(field.type));
      field.args.forEach((argument) => visit(getNamedType(argument.type)));
    };
    ROOT_FIELDS.forEach((name) => visitField(this.field('Query', name)));
    ['createContent', 'updateContent', 'deleteContent'].forEach((name) => visitField(this.field('Mutation', name)));
    return names;
  }
}

function requirePart<T>(part: T | undefined, name: string): T {
  if (part === undefined) throw new Error(`The schema has no ${name}`);
  return part;
}
