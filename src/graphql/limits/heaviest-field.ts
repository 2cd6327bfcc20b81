import type { FieldNode } from 'graphql';
import type { PlacedField, QueryCost } from './query-cost.ts';

interface HeaviestField {
  /** In the answer: `contents.items.references`. */
  path: string;
  node: FieldNode;
}

/** Where the estimated cost of an operation comes from: the innermost field that holds at least half of it, else its heaviest root. */
export function heaviestField(cost: QueryCost): HeaviestField | undefined {
  const half = cost.ofOperation().estimated / 2;
  const path: PlacedField[] = [];
  let parents = 1;
  for (let field = heaviestOf(cost, cost.fieldsIn()); field;) {
    if (path.length > 0 && parents * cost.ofField(field).estimated < half) break;
    path.push(field);
    const { node, price } = field;
    parents *= price?.size ?? 1;
    field =
      node.selectionSet && price?.below ? heaviestOf(cost, cost.fieldsIn(node.selectionSet, price.below)) : undefined;
  }
  const last = path.at(-1);
  return last && { path: path.map(({ node }) => (node.alias ?? node.name).value).join('.'), node: last.node };
}

function heaviestOf(cost: QueryCost, fields: readonly PlacedField[]): PlacedField | undefined {
  let heaviest: PlacedField | undefined;
  let max = -1;
  for (const field of fields) {
    const points = cost.ofField(field).estimated;
    if (points > max) [heaviest, max] = [field, points];
  }
  return heaviest;
}
