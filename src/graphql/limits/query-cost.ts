import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { type Variables, isExcluded } from '../selection/conditional-plans.ts';
import { getOrAdd } from '../../shared/get-or-add.ts';
import type { RequestedOperation } from '../rules/requested-operation.ts';
import { type Place, type Price, Prices } from './prices.ts';

/** All it takes to know what running an operation costs; its variables coerced. */
interface MeasuredQuery extends Omit<RequestedOperation, 'document'> {
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

export interface Measure {
  /** Points of what is resolved in any case: without the elements of lists. Infinity for what no number holds. */
  certain: number;
  /** Points if every list has the requested, or its typical, size. */
  estimated: number;
  /** Fields from here to the innermost one. */
  depth: number;
}

const NO_COST: Measure = { certain: 0, estimated: 0, depth: 0 };

function add(sum: Measure, one: Measure): Measure {
  return {
    certain: sum.certain + one.certain,
    estimated: sum.estimated + one.estimated,
    depth: Math.max(sum.depth, one.depth),
  };
}

/** A field where it stands. */
export interface PlacedField {
  node: FieldNode;
  place: Place;
  price: Price | undefined;
}

/**
 * What an operation costs and how deep it goes. A fragment is measured once for each page size above it, however often it
 * is spread, so that the time taken grows with the document and not with what the document would expand to.
 */
export class QueryCost {
  readonly operation: OperationDefinitionNode;
  private readonly fragments: MeasuredQuery['fragments'];
  private readonly variables: Variables;
  private readonly prices: Prices;
  private readonly root: Place;
  private readonly fragmentMeasures = new Map<string, Measure>();

  constructor({ schema, operation, fragments, variables }: MeasuredQuery) {
    const type = schema.getRootType(operation.operation);
    if (!type) throw new TypeError('A valid operation has a root type');
    this.operation = operation;
    this.fragments = fragments;
    this.variables = variables;
    this.prices = new Prices(schema, variables);
    this.root = { type, page: undefined };
  }

  measureOperation(): Measure {
    return this.measureSelections(this.operation.selectionSet, this.root);
  }

  /** One field for one parent. */
  measureField({ node, price }: PlacedField): Measure {
    if (!price) return { certain: 0, estimated: 0, depth: 1 };
    const { own, size, each, isList, below } = price;
    if (!node.selectionSet || !below) return { certain: own, estimated: own, depth: 1 };
    const inner = this.measureSelections(node.selectionSet, below);
    return {
      certain: isList ? own : own + inner.certain,
      estimated: own + size * (each + inner.estimated),
      depth: 1 + inner.depth,
    };
  }

  /** Points of one element of a list, without those of the lists in it. */
  elementCost(nodes: readonly FieldNode[], parent: GraphQLCompositeType): number {
    return nodes.reduce((sum, node) => {
      const price = this.prices.findPrice(node, { type: parent, page: undefined });
      if (!price?.below || !node.selectionSet) return sum;
      return sum + price.each + this.measureSelections(node.selectionSet, price.below).certain;
    }, 0);
  }

  /** The fields directly in a selection, those of its fragments included; of the operation when there is none. */
  placedFields(
    selections: SelectionSetNode = this.operation.selectionSet,
    place: Place = this.root,
    entered: Set<string> = new Set(),
  ): PlacedField[] {
    return this.run(selections).flatMap((selection) => {
      if (selection.kind === Kind.FIELD) return [this.placeField(selection, place)];
      if (selection.kind === Kind.INLINE_FRAGMENT) {
        const inner = this.prices.narrow(place, selection.typeCondition?.name.value);
        return this.placedFields(selection.selectionSet, inner, entered);
      }
      const fragment = this.fragments.get(selection.name.value);
      if (!fragment || entered.has(selection.name.value)) return [];
      entered.add(selection.name.value);
      return this.placedFields(fragment.selectionSet, this.narrowToFragment(fragment, place), entered);
    });
  }

  private measureSelections(selections: SelectionSetNode, place: Place): Measure {
    const measures = this.run(selections).map((selection) => {
      if (selection.kind === Kind.FIELD) return this.measureField(this.placeField(selection, place));
      if (selection.kind === Kind.FRAGMENT_SPREAD) return this.measureFragment(selection.name.value, place);
      const inner = this.prices.narrow(place, selection.typeCondition?.name.value);
      return this.measureSelections(selection.selectionSet, inner);
    });
    return measures.reduce(add, NO_COST);
  }

  private measureFragment(name: string, place: Place): Measure {
    const fragment = this.fragments.get(name);
    if (!fragment) return NO_COST;
    return getOrAdd(this.fragmentMeasures, `${name} ${place.page}`, () =>
      this.measureSelections(fragment.selectionSet, this.narrowToFragment(fragment, place)),
    );
  }

  /** What of a selection will be run. */
  private run(selections: SelectionSetNode) {
    return selections.selections.filter((selection) => !isExcluded(selection, this.variables));
  }

  private placeField(node: FieldNode, place: Place): PlacedField {
    return { node, place, price: this.prices.findPrice(node, place) };
  }

  private narrowToFragment(fragment: FragmentDefinitionNode, place: Place): Place {
    return this.prices.narrow(place, fragment.typeCondition.name.value);
  }
}
