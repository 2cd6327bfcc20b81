import {
  GraphQLBoolean,
  type GraphQLField,
  GraphQLInputObjectType,
  type GraphQLNamedType,
  GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isObjectType,
} from 'graphql';
import type { FileUrls } from '../reference/file.loaders.ts';
import { CONDITIONS, KIND_TYPES } from './field-kinds.ts';
import type { Surroundings } from './site-model.ts';

/** Fields of `ContentItem` that the content types have as fields of their own. */
const UNTYPED = ['customFields', 'references'];

const ROOT_FIELDS = ['contents', 'content', 'contentBySlug'];
/** What a site's schema has besides what it takes from the main schema. */
const OWN_TYPES = [
  'Query',
  'Mutation',
  'Content',
  'ContentPage',
  'OtherContent',
  'LocationCondition',
  'ContentReferenceCondition',
  'ContentReferencesCondition',
  ...KIND_TYPES,
];

type Root = GraphQLField<unknown, unknown>;

/** The parts of the main schema that the schemas of sites are made of: every field resolves as it does there. */
export class BaseSchema {
  readonly surroundings: Surroundings;
  readonly locationCondition: GraphQLInputObjectType;
  /** Of the files in fields. */
  readonly urls: FileUrls;
  private readonly schema: GraphQLSchema;

  constructor(schema: GraphQLSchema, urls: FileUrls) {
    this.schema = schema;
    this.urls = urls;
    this.locationCondition = new GraphQLInputObjectType({
      name: 'LocationCondition',
      description: 'Condition on a place; all given operators must hold.',
      fields: {
        within: { type: this.input('BoxInput'), description: 'Lies in the box.' },
        near: { type: this.input('CircleInput'), description: 'Lies in the circle.' },
        exists: { type: GraphQLBoolean, description: 'Whether there is a value.' },
      },
    });
    const builtIn = Object.keys(this.object('ContentItem').getFields()).filter((name) => !UNTYPED.includes(name));
    const types = new Set([...OWN_TYPES, ...this.reachable()]);
    this.surroundings = { taken: { types, fields: new Set(ROOT_FIELDS) }, builtIn };
  }

  object(name: string): GraphQLObjectType {
    const type = this.schema.getType(name);
    return defined(isObjectType(type) ? type : undefined, name);
  }

  field(type: string, name: string): Root {
    return defined(this.object(type).getFields()[name], `${type}.${name}`);
  }

  input(name: string): GraphQLInputObjectType {
    const type = this.schema.getType(name);
    return defined(isInputObjectType(type) ? type : undefined, name);
  }

  /** A condition of filters, of the main schema or for custom fields only. */
  condition(name: string): GraphQLInputObjectType {
    if (name === this.locationCondition.name) return this.locationCondition;
    return CONDITIONS.find((each) => each.name === name) ?? this.input(name);
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

function defined<T>(part: T | undefined, name: string): T {
  if (part === undefined) throw new Error(`The schema has no ${name}`);
  return part;
}
