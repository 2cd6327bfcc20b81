import { Extensions } from 'type-graphql';
import type { PageSizes } from '../database/pagination.ts';
import type { FieldCost } from './field-cost.ts';

/**
 * Declares at a field what the query budget counts for it beyond the rule "one point, times the sizes of the lists above
 * it". A list of objects says its size and a field with an argument `page` how large its pages are.
 * @param cost points of its own, or more than that
 */
export function Cost(cost: number | FieldCost): MethodDecorator & PropertyDecorator {
  return Extensions({ cost: typeof cost === 'number' ? { points: cost } : cost });
}

/** The cost of a field with an argument `page`. */
export function pageCost(sizes: PageSizes, more: FieldCost = {}): FieldCost {
  return { ...more, page: { argument: 'page.limit', ...sizes } };
}

/** A loader: its part of one statement for all parents, and the larger rows. */
export const LOADER_POINTS = 10;

/** Declares how deep a field may be nested in itself. */
export function MaxNesting(max: number): MethodDecorator & PropertyDecorator {
  return Extensions({ maxNesting: max });
}
