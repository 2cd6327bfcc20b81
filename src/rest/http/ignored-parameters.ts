import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Violation, assertNoViolations } from '../../shared/errors.ts';
import { nearestName } from '../nearest-name.ts';
import { isNestedParameter, isBracketed } from '../input/bracket-input.ts';
import { joinPath } from '../input/json-input.ts';
import { type UnknownField, findUnknownFields } from '../input/unknown-fields.ts';
import type { RestOperation } from '../operation.ts';

const HEADER = 'x-svc-ignored-parameters';
/** Limits of the header: number of names, length of each, and length of all as they are encoded. */
const MAX_NAMES = 20;
const MAX_NAME_LENGTH = 100;
const MAX_HEADER_LENGTH = 4_000;

/** A name in a request that the operation does not know. */
interface IgnoredName extends UnknownField {
  kind: 'parameter' | 'field';
}

/**
 * Names the query parameters and the fields of the body that the operation does not know in a header of the response.
 * @param isStrict of the key; the header `X-Svc-Strict: true` has the same effect
 * @throws ServiceError 400 for a strict caller, with the nearest known name
 */
export function reportIgnored(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: RestOperation,
  isStrict = false,
): void {
  const ignored = [...ignoredParameters(request, operation), ...ignoredFields(request, operation)]
    .slice(0, MAX_NAMES)
    .map((each) => ({ ...each, name: each.name.slice(0, MAX_NAME_LENGTH).toWellFormed() }));
  if (ignored.length === 0) return;
  reply.header(HEADER, encodeNames(ignored));
  if (isStrict || ['true', '1'].includes(String(request.headers['x-svc-strict']))) {
    assertNoViolations(ignored.map(violation));
  }
}

function ignoredParameters({ query }: FastifyRequest, operation: RestOperation): IgnoredName[] {
  const names = Object.keys(query as object).filter((key) => !isRecognized(operation, key));
  if (names.length === 0) return [];
  const siblings = parameterNames(operation);
  return names.map((name) => ({ kind: 'parameter', parent: '', name, siblings }));
}

/** Returns the unknown fields of a JSON body, or of the texts of a form. */
function ignoredFields({ body }: FastifyRequest, { variables, takesForm }: RestOperation): IgnoredName[] {
  const found: UnknownField[] = [];
  if (takesForm) {
    const siblings = variables.filter(({ source }) => source === 'form').map(({ name }) => name);
    const names = Object.keys(body ?? {}).filter((name) => !siblings.includes(name));
    found.push(...names.map((name) => ({ parent: '', name, siblings })));
  } else {
    for (const { source, type } of variables) if (source === 'body') findUnknownFields(type, body, '', found);
  }
  return found.map((each) => ({ ...each, kind: 'field' }));
}

function isRecognized(operation: RestOperation, key: string): boolean {
  return (
    operation.variables.some(({ source, name, type }) =>
      isBracketed(type) ? isNestedParameter(key, name) : source === 'query' && name === key,
    ) ||
    (operation.selectable !== null && key === 'fields')
  );
}

function parameterNames({ variables, selectable }: RestOperation): string[] {
  const names = variables.filter(({ source }) => source === 'query').map(({ name }) => name);
  return selectable ? [...names, 'fields'] : names;
}

/** The names are of the caller: they are encoded, so that they cannot end the header or be one of their own. */
function encodeNames(ignored: readonly IgnoredName[]): string {
  let text = '';
  for (const { parent, name } of ignored) {
    const next = `${text}${text === '' ? '' : ', '}${joinPath(parent, encodeURIComponent(name))}`;
    if (next.length > MAX_HEADER_LENGTH) break;
    text = next;
  }
  return text;
}

function violation({ kind, parent, name, siblings }: IgnoredName): Violation {
  const field = joinPath(parent, name);
  const nearest = nearestName(name, siblings);
  const hint = nearest === undefined ? '' : `: did you mean "${nearest}"?`;
  return { field, message: `${field} is not a ${kind} of this operation${hint}` };
}
