import {
  type ArgumentNode,
  type DocumentNode,
  GraphQLBoolean,
  Kind,
  type SelectionNode,
  type ValueNode,
  valueFromAST,
  visit,
} from 'graphql';

/** Variables as GraphQL coerced them, defaults filled in. */
export type Variables = Readonly<Record<string, unknown>>;

/** Maximum number of plans of one document; further ones are compiled again each time. */
const MAX_PLANS = 8;

/** The compiled plans of a document: each combination of the conditions in its `@include` and `@skip` has its own. */
export class ConditionalPlans<Plan extends object> {
  private readonly document: DocumentNode;
  private readonly compile: (document: DocumentNode) => Plan;
  private readonly conditions: readonly string[];
  private readonly plans = new Map<string, Plan>();

  /** @param compile gets the document without excluded selections */
  constructor(document: DocumentNode, compile: (document: DocumentNode) => Plan) {
    this.document = document;
    this.compile = compile;
    this.conditions = conditionVariables(document);
  }

  /** False where graphql-js has to report a condition that is null. */
  accepts(variables: Variables): boolean {
    return this.conditions.every((name) => typeof variables[name] === 'boolean');
  }

  /** Compiles each combination that is stored, so that no request has to. */
  compileAll(): void {
    const combinations = Math.min(2 ** this.conditions.length, MAX_PLANS);
    for (let bits = 0; bits < combinations; bits += 1) {
      this.get(Object.fromEntries(this.conditions.map((name, index) => [name, (bits & (1 << index)) !== 0])));
    }
  }

  get(variables: Variables): Plan {
    const values = this.conditions.map((name) => [name, variables[name] === true] as const);
    const key = values.map(([, value]) => Number(value)).join('');
    let plan = this.plans.get(key);
    if (!plan) {
      plan = this.compile(removeExcluded(this.document, Object.fromEntries(values)));
      if (this.plans.size < MAX_PLANS) this.plans.set(key, plan);
    }
    return plan;
  }
}

/** Tells whether @skip or @include exclude a selection, which is then not executed. */
export function isExcluded(node: SelectionNode, variables: Variables): boolean {
  return (node.directives ?? []).some(({ name, arguments: args }) => {
    if (!isConditionDirective(name.value)) return false;
    const condition = findArgument(args, 'if');
    const value: unknown = condition && valueFromAST(condition, GraphQLBoolean, variables);
    return value === (name.value === 'skip');
  });
}

export function findArgument(args: readonly ArgumentNode[] | undefined, name: string): ValueNode | undefined {
  return args?.find((argument) => argument.name.value === name)?.value;
}

function isConditionDirective(directive: string): boolean {
  return directive === 'skip' || directive === 'include';
}

function removeExcluded(document: DocumentNode, variables: Variables): DocumentNode {
  const enter = (node: SelectionNode): SelectionNode | null | undefined => {
    if (isExcluded(node, variables)) return null;
    const others = node.directives?.filter(({ name }) => !isConditionDirective(name.value)) ?? [];
    return others.length === (node.directives?.length ?? 0) ? undefined : { ...node, directives: others };
  };
  return visit(document, { Field: { enter }, FragmentSpread: { enter }, InlineFragment: { enter } });
}

function conditionVariables(document: DocumentNode): string[] {
  const names = new Set<string>();
  visit(document, {
    Directive({ arguments: args = [] }) {
      for (const { value } of args) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}
