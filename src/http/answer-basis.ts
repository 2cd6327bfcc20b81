import { readRevision } from '../features/site/site-revision.ts';
import { RequestContext } from '../graphql/context.ts';
import type { AnswerBasis, BasisOf } from '../rest/http/known-answers.ts';

/**
 * Answers to a site's key depend on its site, its scopes, what its user may see now, and what the site stores. An
 * expired membership is another entitlement.
 */
export const answerBasis: BasisOf = (context): AnswerBasis | null => {
  if (!(context instanceof RequestContext)) return null;
  const { viewer, rejectedToken } = context.caller;
  if (!viewer || rejectedToken) return null;
  const { site, key, entitlement, user } = viewer;
  return {
    caller: JSON.stringify([site, key.scopes, entitlement, user]),
    readRevision: (topics) => readRevision(viewer.scope, site.id, topics),
  };
};
