import {
  type FieldNode,
  type GraphQLField,
  type GraphQLSchema,
  Kind,
  OperationTypeNode,
  getNamedType,
  isObjectType,
  valueFromASTUntyped,
} from 'graphql';
import {
  CALLER_SITE,
  type RequiredScope,
  declaredScopes,
  isAnsweredWithoutRead,
  requiredRole,
  requiredScopes,
} from '../../api/scope.ts';
import { ServiceError } from '../../shared/errors.ts';
import { collectFragments } from '../selection/select-fields.ts';
import type { RequestContext } from '../../api/request-context.ts';
import type { RequestedOperation } from './requested-operation.ts';
import { selectedFields } from '../../api/selected-fields.ts';

/** @throws with the name of every root field that declares no scope, or reads without asking for `read` or `admin` */
export function assertScopesDeclared(schema: GraphQLSchema): void {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const declared = roots
    .filter((type) => type !== undefined && type !== null)
    .flatMap((type) =>
      Object.values(type.getFields()).map((field) => ({
        name: `${type.name}.${field.name}`,
        scopes: declaredScopes(field),
        reads: type !== schema.getMutationType(),
      })),
    );
  const missing = declared.filter(({ scopes }) => scopes.length === 0);
  if (missing.length > 0) throw new Error(`Fields without @Scope: ${joinNames(missing)}`);
  const unreadable = declared.filter(({ scopes, reads }) => reads && !scopes.some((scope) => READ_SCOPES.has(scope)));
  if (unreadable.length > 0)
    throw new Error(`Fields that read without the scope read or admin: ${joinNames(unreadable)}`);
}

const READ_SCOPES: ReadonlySet<RequiredScope> = new Set(['read', 'admin']);

function joinNames(fields: readonly { name: string }[]): string {
  return fields.map(({ name }) => name).join(', ');
}

/** Rejects the operation if the caller lacks a scope or role that one of its root fields needs, before anything runs. */
export function assertScopes(request: RequestedOperation, context: RequestContext): void {
  for (const { field, node } of listRootCalls(request)) {
    const scopes = requiredScopes(field);
    const isOfAdmin = scopes.includes('admin');
    const role = requiredRole(field);
    if (isOfAdmin && context.hasRole(role) && concernsOwnSite(field, node, request, context)) continue;
    // To members, the error of a field for owners names the role.
    if (isOfAdmin && field.extensions['site'] !== undefined && !context.caller.isAdmin) context.requireRole(role);
    for (const scope of scopes) context.requireScope(scope);
    context.requireRole(role);
  }
}

/** Values are compared as they are written: what is not exactly the id of the caller's site is not that site. */
function concernsOwnSite(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  { variables }: RequestedOperation,
  { caller }: RequestContext,
): boolean {
  const site = field.extensions['site'] as string | typeof CALLER_SITE | undefined;
  if (site === undefined || site === CALLER_SITE) return site === CALLER_SITE;
  const value = node.arguments?.find(({ name }) => name.value === site)?.value;
  if (value === undefined) return false;
  const siteId = value.kind === Kind.VARIABLE ? variables[value.name.value] : valueFromASTUntyped(value);
  return siteId === caller.viewer?.site.id;
}

/** The root fields of an operation without introspection, which needs no key. */
export function listRootCalls({ schema, document, operation }: Omit<RequestedOperation, 'variables'>) {
  const fields = schema.getRootType(operation.operation)?.getFields() ?? {};
  const fragments = collectFragments(document);
  return [...selectedFields(operation.selectionSet, (name) => fragments.get(name))].flatMap((node) => {
    const field = fields[node.name.value];
    return field ? [{ field, node }] : [];
  });
}

/**
 * Throws 403 where a key without the scope `read` asks for more of what it writes than the write itself tells: otherwise a
 * change of nothing would answer what the key may not read. Checked before anything runs, so nothing is written then.
 */
export function assertAnswerWithinScopes(request: RequestedOperation, context: RequestContext): void {
  if (request.operation.operation !== OperationTypeNode.MUTATION || context.hasScope('read')) return;
  const fragments = collectFragments(request.document);
  for (const { field, node } of listRootCalls(request)) {
    if (!node.selectionSet) continue;
    const type = getNamedType(field.type);
    const fields = isObjectType(type) ? type.getFields() : {};
    for (const { name } of selectedFields(node.selectionSet, (spread) => fragments.get(spread))) {
      if (isAnsweredWithoutRead(fields[name.value] ?? { name: name.value, extensions: {} })) continue;
      const message = `API key does not allow reading ${type.name}.${name.value}: without scope read, mutations return ids only`;
      throw new ServiceError('FORBIDDEN', message);
    }
  }
}
