import { type DocumentNode, type GraphQLError, type GraphQLSchema, Kind, type OperationDefinitionNode } from 'graphql';
import { type CacheTopic, topicsOf } from '../../api/caching.ts';
import { rootCallsOf } from '../rules/scopes.ts';
import { ConditionalPlans, type Variables } from '../selection/conditional-plans.ts';
import { fragmentsOf, isPage, selectFields } from '../selection/select-fields.ts';
import { Answer } from './json-writer.ts';
import { NotCompiled, type WriteFields, compileFields } from './compile-selection.ts';

/** About 1 kB of memory each. */
const MAX_FIELDS = 2_000;

export interface QueryResult {
  /** JSON */
  data: string;
  errors: GraphQLError[];
}

/** A valid query whose selections are compiled once, into functions that read and write each field. */
export class CompiledQuery {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** What its answers are made of, besides its caller's rights; null if they may depend on anything. */
  readonly topics: readonly CacheTopic[] | null;
  /** Whether it answers a page of a list that is made of `topics`. */
  readonly isPage: boolean;
  readonly plans: ConditionalPlans<WriteFields>;

  constructor(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) {
    this.document = document;
    this.operation = operation;
    const roots = rootCallsOf({ schema, document, operation }).map(({ field }) => field);
    this.topics = topicsOf(roots);
    this.isPage = this.topics !== null && roots.some(isPage);
    const at = document.definitions.indexOf(operation);
    this.plans = new ConditionalPlans(document, (reduced) => compile(schema, reduced, at));
  }

  /**
   * @param plan of these variables
   * @param variables coerced by GraphQL
   */
  async execute(plan: WriteFields, context: unknown, variables: Variables): Promise<QueryResult> {
    const execution = { context, variables, args: new Map(), errors: [] as GraphQLError[] };
    const answer = new Answer(true).fill((root) => {
      root.text = '{';
      plan(root, undefined, execution, undefined);
      root.text += '}';
    });
    const pieces: string[] = [];
    await answer.finish(pieces, execution.errors);
    return { data: pieces.join(''), errors: execution.errors };
  }

  /** Null where graphql-js must execute it. */
  planFor(variables: Variables): WriteFields | null {
    try {
      return this.plans.get(variables);
    } catch (error) {
      if (error instanceof NotCompiled) return null;
      throw error;
    }
  }
}

/** @param at the position of the operation */
function compile(schema: GraphQLSchema, document: DocumentNode, at: number): WriteFields {
  const operation = document.definitions[at];
  const root = schema.getQueryType();
  if (!root || operation?.kind !== Kind.OPERATION_DEFINITION) throw new TypeError('A query has a root type');
  const scope = { schema, fragments: fragmentsOf(document), fieldsLeft: MAX_FIELDS };
  return compileFields(scope, root, selectFields(scope, root, [operation.selectionSet]));
}
