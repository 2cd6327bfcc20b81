import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { Extensions, getMetadataStorage } from 'type-graphql';
import { declaredScopes } from './scope.ts';

/** Who may have what a field gives out, the strictest first. */
const VISIBILITIES = ['admin', 'guarded', 'written', 'caller', 'site'] as const;

/**
 * `admin`: the admin key, and members of the site with the role that the field asks for. `guarded`: callers that the access rule
 * grants the very thing. `written`: callers that may write it; `docs/access.md` says what keys without `read` get. `caller`: the
 * caller that has said it or is it. `site`: every caller with a key of the site.
 */
export type Visibility = (typeof VISIBILITIES)[number];

type Field = GraphQLField<unknown, unknown>;

/** What else a field of each visibility may give out. */
const CONTENTS: Readonly<Record<Visibility, readonly Visibility[]>> = {
  admin: ['guarded', 'written', 'caller', 'site'],
  guarded: ['site'],
  written: ['guarded', 'site'],
  caller: ['site'],
  site: [],
};

/**
 * Declares at an object type who may have its fields, and at a field where that differs. What is a `part` is given out with
 * the thing that it belongs to. A root field has the visibility of its scope, `admin` or `written`, or else the strictest of its
 * type; it declares its own where it is a mutation of another scope, or its type has none.
 * See decision 61.
 */
export function Visible(visibility: Visibility | 'part'): ClassDecorator & MethodDecorator & PropertyDecorator {
  return Extensions({ visibility });
}

/** @throws with the name of everything whose visibility is unknown, or that gives out more than its visibility allows */
export function assertVisibilityDeclared(schema: GraphQLSchema): void {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const unknown: string[] = [];
  const exposing: string[] = [];
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    const isRoot = roots.includes(type);
    if (!isRoot && !type.extensions['visibility']) unknown.push(type.name);
    for (const field of Object.values(type.getFields())) {
      const visibility = findVisibility(type, field);
      if (isRoot && !visibility) unknown.push(`${type.name}.${field.name}`);
      if (visibility && exposes(visibility, field)) exposing.push(`${type.name}.${field.name}`);
    }
  }
  if (unknown.length > 0) throw new Error(`Types and fields without @Visible: ${unknown.join(', ')}`);
  if (exposing.length > 0) throw new Error(`Fields that give out more than their @Visible: ${exposing.join(', ')}`);
  assertNotOverridden();
}

export function findVisibility(type: GraphQLObjectType, field: Field): Visibility | undefined {
  const declared = declaredVisibility(field) ?? declaredVisibility(type);
  const scopes = declaredScopes(field);
  if (declared || scopes.includes('admin')) return declared ?? 'admin';
  if (scopes.includes('write')) return 'written';
  return type.name === 'Mutation' ? undefined : strictest(listContents(field.type));
}

function exposes(visibility: Visibility, field: Field): boolean {
  return [...listContents(field.type)].some((each) => each !== visibility && !CONTENTS[visibility].includes(each));
}

/** Throws if a class overrides a visibility: type-graphql would take that of the base class. */
function assertNotOverridden(): void {
  const classes = getMetadataStorage().classExtensions.filter(({ extensions }) => 'visibility' in extensions);
  const targets = classes.map(({ target }) => target);
  const overriding = targets.filter((target) => targets.some((base) => target.prototype instanceof base));
  if (overriding.length > 0)
    throw new Error(`Classes that inherit @Visible: ${overriding.map(({ name }) => name).join(', ')}`);
}

function strictest(visibilities: Iterable<Visibility>): Visibility | undefined {
  const all = new Set(visibilities);
  return VISIBILITIES.find((visibility) => all.has(visibility));
}

function declaredVisibility({ extensions }: Pick<GraphQLNamedType, 'extensions'>): Visibility | undefined {
  return VISIBILITIES.find((visibility) => visibility === extensions['visibility']);
}

/** The visibilities of what a type consists of; those of a part are those of its fields. */
function* listContents(type: GraphQLOutputType, visited = new Set<GraphQLNamedType>()): Generator<Visibility> {
  const namedType = getNamedType(type);
  if (visited.has(namedType)) return;
  visited.add(namedType);
  const declared = declaredVisibility(namedType);
  if (declared) yield declared;
  else if (isUnionType(namedType)) for (const member of namedType.getTypes()) yield* listContents(member, visited);
  else if (isObjectType(namedType)) {
    for (const field of Object.values(namedType.getFields())) {
      const fieldVisibility = declaredVisibility(field);
      if (fieldVisibility) yield fieldVisibility;
      else yield* listContents(field.type, visited);
    }
  }
}
