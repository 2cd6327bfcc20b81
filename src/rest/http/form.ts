import type { FastifyInstance } from 'fastify';

export const FORM_TYPE = /^multipart\/form-data\s*;/i;

/** Routes with this constraint accept multipart forms: a path can have one of them in addition to the one for JSON. */
export const BODY_FORM = 'bodyForm';

type Strategy = Parameters<FastifyInstance['addConstraintStrategy']>[0];
type RouteHandler = NonNullable<ReturnType<ReturnType<Strategy['storage']>['get']>>;

export const bodyFormStrategy: Strategy = {
  name: BODY_FORM,
  storage: () => {
    const handlers = new Map<unknown, RouteHandler>();
    return {
      get: (form) => handlers.get(form) ?? null,
      set: (form, handler) => void handlers.set(form, handler),
    };
  },
  deriveConstraint: ({ headers }) => (FORM_TYPE.test(headers['content-type'] ?? '') ? 'multipart' : undefined),
  // A form sent to a route without form support gets the error of that route.
  mustMatchWhenDerived: false,
};
