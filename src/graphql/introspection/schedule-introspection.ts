import { OperationTypeNode } from 'graphql';
import { currentDeadline } from '../../shared/deadline.ts';
import { FairQueue } from '../../shared/fair-queue.ts';
import { loopScheduler } from '../../shared/loop-scheduler.ts';
import type { RequestContext } from '../../api/request-context.ts';
import type { RequestedOperation } from '../rules/requested-operation.ts';
import { fittingVariables } from '../rules/variables.ts';
import { introspect, classifyRootFields } from './introspect.ts';

/** An answer about the schema beside other fields is made by graphql-js, which cannot be interrupted. */
const MAX_CONCURRENT_OBJECTS = 2_000;

/**
 * A site makes one answer at a time, because it is in memory. Sites do not wait for each other, because one that has used
 * up its time of the event loop pauses meanwhile.
 */
const queue = new FairQueue({ slots: Infinity, slotsPerSite: 1, waiting: Infinity });

/**
 * The data of a query about the schema alone, made in slices of the event loop that sites share. Null for any other
 * operation.
 * @throws GraphQLError QUERY_TOO_COMPLEX; the reason why the deadline of the request ended meanwhile
 */
export async function scheduleIntrospection(
  requested: RequestedOperation,
  { caller }: RequestContext,
): Promise<Record<string, unknown> | null> {
  if (requested.operation.operation !== OperationTypeNode.QUERY) return null;
  const variables = fittingVariables(requested);
  const roots = variables ? classifyRootFields(requested, variables) : 'none';
  if (!variables || roots === 'none') return null;
  const site = caller.viewer?.site.id ?? '';
  const steps = introspect(requested, variables, ...(roots === 'some' ? [MAX_CONCURRENT_OBJECTS] : []));
  const data = await queue.run({ site, signal: currentDeadline()?.signal }, () => loopScheduler.run(site, steps));
  return roots === 'all' ? data : null;
}
