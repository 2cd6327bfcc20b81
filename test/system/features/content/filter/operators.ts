import type { OperatorName } from '../../../../../src/features/content/filter-operators.ts';

/** Kinds of fields: text, what is equal or not, what has an order, a truth value, a list, a place, any other. */
export type FieldKind = 'text' | 'plain' | 'ordered' | 'boolean' | 'list' | 'place' | 'other';

interface OperatorRule {
  kinds: readonly FieldKind[];
  /** What it compares with: a value, a part of one, a list of values, two of them, or a truth value. */
  operand: 'value' | 'part' | 'list' | 'pair' | 'boolean' | 'box' | 'circle';
  /** The operator that a broken service takes it for. */
  takenFor: OperatorName;
  /** Whether a value matches. Lists and texts are compared in the form that `text` gives. */
  holds(value: never, operand: never, text: (value: string) => string): boolean;
  /** Whether an item without a value matches; never, if it is not set. */
  holdsWithout?(operand: unknown): boolean;
}

const COMPARABLE: readonly FieldKind[] = ['text', 'plain', 'ordered'];

/** What each operator means, by plain JavaScript and without a line of the service. */
export const OPERATORS: Readonly<Record<OperatorName, OperatorRule>> = {
  eq: {
    kinds: [...COMPARABLE, 'boolean'],
    operand: 'value',
    takenFor: 'ne',
    holds: (value: unknown, operand: unknown) => value === operand,
  },
  ne: {
    kinds: [...COMPARABLE, 'boolean'],
    operand: 'value',
    takenFor: 'eq',
    holds: (value: unknown, operand: unknown) => value !== operand,
    holdsWithout: () => true,
  },
  in: {
    kinds: COMPARABLE,
    operand: 'list',
    takenFor: 'notIn',
    holds: (value: unknown, operand: unknown[]) => operand.includes(value),
  },
  notIn: {
    kinds: COMPARABLE,
    operand: 'list',
    takenFor: 'in',
    holds: (value: unknown, operand: unknown[]) => !operand.includes(value),
    holdsWithout: () => true,
  },
  gt: ordered('gte', (value, operand) => value > operand),
  gte: ordered('gt', (value, operand) => value >= operand),
  lt: ordered('lte', (value, operand) => value < operand),
  lte: ordered('lt', (value, operand) => value <= operand),
  between: {
    kinds: ['ordered'],
    operand: 'pair',
    takenFor: 'notIn',
    holds: (value: number, [from, to]: [number, number]) => value >= from && value <= to,
  },
  contains: {
    kinds: ['text', 'list'],
    operand: 'part',
    takenFor: 'startsWith',
    holds: (value: string | string[], operand: string, text) =>
      Array.isArray(value) ? value.includes(operand) : text(value).includes(text(operand)),
  },
  startsWith: {
    kinds: ['text'],
    operand: 'part',
    takenFor: 'contains',
    holds: (value: string, operand: string, text) => text(value).startsWith(text(operand)),
  },
  containsAny: {
    kinds: ['list'],
    operand: 'list',
    takenFor: 'containsAll',
    holds: (value: unknown[], operand: unknown[]) => operand.some((each) => value.includes(each)),
  },
  containsAll: {
    kinds: ['list'],
    operand: 'list',
    takenFor: 'containsAny',
    holds: (value: unknown[], operand: unknown[]) => operand.every((each) => value.includes(each)),
  },
  within: {
    kinds: ['place'],
    operand: 'box',
    takenFor: 'exists',
    holds: (value: unknown, { south, west, north, east }: Record<'south' | 'west' | 'north' | 'east', number>) => {
      const { lat, lng } = placeOf(value);
      const isBetween = west <= east ? lng >= west && lng <= east : lng >= west || lng <= east;
      return lat >= south && lat <= north && isBetween;
    },
  },
  near: {
    kinds: ['place'],
    operand: 'circle',
    takenFor: 'exists',
    holds: (value: unknown, { lat, lng, distance }: { lat: number; lng: number; distance: number }) =>
      distanceOf(placeOf(value), { lat, lng }) <= distance,
  },
  exists: {
    kinds: [...COMPARABLE, 'boolean', 'list', 'place', 'other'],
    operand: 'boolean',
    takenFor: 'exists',
    holds: (value: unknown, operand: boolean) => !(Array.isArray(value) && value.length === 0) === operand,
    holdsWithout: (operand) => operand === false,
  },
};

export const OPERATOR_NAMES = Object.keys(OPERATORS) as OperatorName[];

export function operatorsOn(kind: FieldKind): OperatorName[] {
  return OPERATOR_NAMES.filter((name) => OPERATORS[name].kinds.includes(kind));
}

function ordered(takenFor: OperatorName, holds: (value: number, operand: number) => boolean): OperatorRule {
  return { kinds: ['ordered'], operand: 'value', takenFor, holds };
}

interface Place {
  lat: number;
  lng: number;
}

function placeOf(value: unknown): Place {
  const { lat, lng } = (typeof value === 'object' ? value : {}) as Record<string, unknown>;
  return { lat: typeof lat === 'number' ? lat : Number.NaN, lng: typeof lng === 'number' ? lng : Number.NaN };
}

function distanceOf(a: Place, b: Place): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [from, to] = [a, b].map(({ lat, lng }) => {
    const [phi, lambda] = [radians(lat), radians(lng)];
    return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
  });
  const chord = Math.hypot(...from!.map((part, index) => part - to![index]!));
  return 2 * 6_371_008.8 * Math.asin(Math.min(1, chord / 2));
}
