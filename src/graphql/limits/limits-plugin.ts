import type { ApolloServerPlugin, BaseContext } from '@apollo/server';
import { FIELD_COSTS } from './field-costs.ts';
import { refuseBeyondLimits } from './limits.ts';

/** Holds every operation that comes through Apollo to the limits, once its variables are known and before it runs. */
export function limitsPlugin<Context extends BaseContext>(costs = FIELD_COSTS): ApolloServerPlugin<Context> {
  return {
    async requestDidStart() {
      return {
        async didResolveOperation({ schema, document, operation, request }) {
          if (!operation) return;
          refuseBeyondLimits({ schema, document, operation, variables: request.variables ?? {}, costs });
        },
      };
    },
  };
}
