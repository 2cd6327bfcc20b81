import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  visit,
} from 'graphql';
import { topicsOf } from '../../shared/revision-topic.ts';
import { rootCallsOf } from '../scopes.ts';
import { isPage } from '../../rest/output/is-page.ts';
import { fragmentsOf, selectFields } from '../../rest/output/select-fields.ts';
import { type Variables, isLeftOut } from '../limits/arguments.ts';
import { Answer } from './answer.ts';
import { NotCompiled, type WriteFields, compileFields } from './compile-value.ts';

/** Of one document; more are compiled again each time. */
const MAX_PLANS = 8;
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
  readonly topics: readonly string[] | null;
  /** Whether it answers a page of a list that is made of `topics`. */
  readonly isPage: boolean;
  private readonly schema: GraphQLSchema;
  /** Variables in `@include` and `@skip`: each combination of their values has its own plan. */
  private readonly conditions: readonly string[];
  private readonly plans = new Map<string, WriteFields>();

  constructor(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) {
    this.schema = schema;
    this.document = document;
    this.operation = operation;
    const roots = rootCallsOf({ schema, document, operation }).map(({ field }) => field);
    this.topics = topicsOf(roots);
    this.isPage = this.topics !== null && roots.some(isPage);
    this.conditions = conditionVariables(document);
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

  /** False where graphql-js has to report a condition that is null. */
  takes(variables: Variables): boolean {
    return this.conditions.every((name) => typeof variables[name] === 'boolean');
  }

  /** Null where graphql-js must execute it. */
  planFor(variables: Variables): WriteFields | null {
    const key = this.conditions.map((name) => Number(variables[name])).join('');
    let plan = this.plans.get(key);
    if (!plan) {
      try {
        plan = this.compile(variables);
      } catch (error) {
        if (error instanceof NotCompiled) return null;
        throw error;
      }
      if (this.plans.size < MAX_PLANS) this.plans.set(key, plan);
    }
    return plan;
  }

  private compile(variables: Variables): WriteFields {
    const document = withoutLeftOut(this.document, variables);
    const operation = document.definitions[this.document.definitions.indexOf(this.operation)];
    const root = this.schema.getQueryType();
    if (!root || operation?.kind !== Kind.OPERATION_DEFINITION) throw new TypeError('A query has a root type');
    const scope = { schema: this.schema, fragments: fragmentsOf(document), fieldsLeft: MAX_FIELDS };
    return compileFields(scope, root, selectFields(scope, root, [operation.selectionSet]));
  }
}

/** The document without what `@include` and `@skip` exclude. */
function withoutLeftOut(document: DocumentNode, variables: Variables): DocumentNode {
  const enter = (node: SelectionNode): SelectionNode | null | undefined => {
    if (isLeftOut(node, variables)) return null;
    return node.directives?.length ? { ...node, directives: [] } : undefined;
  };
  return visit(document, { Field: { enter }, FragmentSpread: { enter }, InlineFragment: { enter } });
}

function conditionVariables(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive({ arguments: given = [] }) {
      for (const { value } of given) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}
