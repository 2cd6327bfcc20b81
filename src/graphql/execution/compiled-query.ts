import {
  type DocumentNode,
  type GraphQLEnumValue,
  type GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { type CacheTopic, declaredTopics } from '../../api/caching.ts';
import { listRootCalls } from '../rules/scopes.ts';
import { ConditionalPlans, type Variables } from '../selection/conditional-plans.ts';
import { collectFragments, isPageField } from '../selection/select-fields.ts';
import { NotCompiled, type WriteField, compileFields } from './compile-selection.ts';
import { writeJson } from './json-writer.ts';

/** Each takes about 1 kB of memory. */
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
  /** Topics that its responses depend on, besides its caller's rights; null if they may depend on anything. */
  readonly topics: readonly CacheTopic[] | null;
  /** True if the query reads a page of a list that depends on `topics`. */
  readonly isPage: boolean;
  readonly plans: ConditionalPlans<WriteField>;

  constructor(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) {
    this.document = document;
    this.operation = operation;
    const roots = listRootCalls({ schema, document, operation }).map(({ field }) => field);
    this.topics = declaredTopics(roots);
    this.isPage = this.topics !== null && roots.some(isPageField);
    const position = document.definitions.indexOf(operation);
    this.plans = new ConditionalPlans(document, (reduced) => compileQuery(schema, reduced, position));
  }

  /**
   * @param plan of these variables
   * @param variables coerced by GraphQL
   */
  async execute(plan: WriteField, context: unknown, variables: Variables): Promise<QueryResult> {
    const errors: GraphQLError[] = [];
    const execution = { context, variables, args: new Map(), errors };
    const data = await writeJson((out) => {
      out.text = '{';
      plan(out, undefined, execution, undefined, true);
      out.text += '}';
    }, errors);
    return { data, errors };
  }

  /** Returns null where graphql-js must execute the query. */
  findPlan(variables: Variables): WriteField | null {
    try {
      return this.plans.get(variables);
    } catch (error) {
      if (error instanceof NotCompiled) return null;
      throw error;
    }
  }
}

/** @param position of the operation in the document */
function compileQuery(schema: GraphQLSchema, document: DocumentNode, position: number): WriteField {
  const operation = document.definitions[position];
  const root = schema.getQueryType();
  if (!root || operation?.kind !== Kind.OPERATION_DEFINITION) throw new TypeError('A query has a root type');
  const fragments = collectFragments(document);
  const options = { enumText: enumName, onError: 'propagate', fieldsLeft: MAX_FIELDS } as const;
  return compileFields({ schema, fragments, ...options }, root, [operation.selectionSet]);
}

function enumName({ name }: GraphQLEnumValue): string {
  return name;
}
