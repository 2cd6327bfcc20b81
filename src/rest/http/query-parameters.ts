import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Violation, assertNoViolations } from '../../shared/errors.ts';
import { isBelow, isBracketed } from '../input/bracket-input.ts';
import type { RestOperation } from '../operation.ts';

const HEADER = 'x-svc-ignored-parameters';
/** Limits of the header: number of names, and length of each. */
const MAX_NAMES = 20;
const MAX_NAME_LENGTH = 100;

/**
 * Names the query parameters that the operation does not know in a header of the response.
 * @param isStrict of the key; the header `X-Svc-Strict: true` has the same effect
 * @throws ServiceError 400 for a strict caller, with the nearest known name
 */
export function reportIgnored(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: RestOperation,
  isStrict = false,
): void {
  const query = request.query as Readonly<Record<string, unknown>>;
  const ignored = Object.keys(query).filter((key) => !isKnown(operation, key));
  if (ignored.length === 0) return;
  const shown = ignored.slice(0, MAX_NAMES).map((key) => key.slice(0, MAX_NAME_LENGTH));
  reply.header(HEADER, shown.map((key) => encodeURIComponent(key.toWellFormed())).join(', '));
  if (isStrict || ['true', '1'].includes(String(request.headers['x-svc-strict']))) {
    const known = namesOf(operation);
    assertNoViolations(shown.map((key) => violation(key, known)));
  }
}

function isKnown(operation: RestOperation, key: string): boolean {
  return (
    operation.variables.some(({ source, name, type }) =>
      isBracketed(type) ? isBelow(key, name) : source === 'query' && name === key,
    ) ||
    (operation.selectable !== null && key === 'fields')
  );
}

function namesOf({ variables, selectable }: RestOperation): string[] {
  const names = variables.filter(({ source }) => source === 'query').map(({ name }) => name);
  return selectable ? [...names, 'fields'] : names;
}

function violation(key: string, known: readonly string[]): Violation {
  const [nearest] = known.toSorted((a, b) => distance(key, a) - distance(key, b));
  const hint = nearest === undefined ? '' : `: did you mean "${nearest}"?`;
  return { field: key, message: `${key} is not a parameter of this operation${hint}` };
}

/** Levenshtein distance. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, against] of [...other].entries()) {
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (letter === against ? 0 : 1)));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
