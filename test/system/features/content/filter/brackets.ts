import type { Filter } from './rule.ts';

type Parameter = [name: string, value: string];

/** A filter as query parameters of REST; null if they cannot say it, such as a list with an empty entry. */
export function bracketsOf(filter: Filter): Parameter[] | null {
  try {
    const parameters = parametersOf(filter, 'filter');
    // A condition must not be repeated, with `[eq]` or without.
    const names = new Set(parameters.map(([name]) => name.replace(/\[eq\]$/, '')));
    return names.size === parameters.length ? parameters : null;
  } catch (error) {
    if (error instanceof NotInRest) return null;
    throw error;
  }
}

class NotInRest extends Error {}

function parametersOf(filter: Filter, path: string): Parameter[] {
  return Object.entries(filter).flatMap(([name, given]): Parameter[] => {
    if (name === 'and') return groups(given as Filter[], `${path}[and]`);
    if (name === 'or') return groups(filled(given as Filter[]), `${path}[or]`, filled);
    if (name === 'not') return filled(parametersOf(given as Filter, `${path}[not]`));
    if (name === 'field') return [given].flat().flatMap((each) => customParameters(each as Filter, path));
    if (name === 'search') return [[`${path}[title][contains]`, text(given)]];
    if (typeof given === 'string') return [[`${path}[${name}]`, text(given)]];
    return operatorsOf(given as Filter, `${path}[${name.replace(/Is$/, '')}]`);
  });
}

function groups(list: readonly Filter[], path: string, check = (parameters: Parameter[]) => parameters): Parameter[] {
  return list.flatMap((each, index) => check(parametersOf(each, `${path}[${index}]`)));
}

function filled<T>(list: T[]): T[] {
  if (list.length === 0) throw new NotInRest();
  return list;
}

/** Across a reference, only one field with one operator. */
function customParameters({ name, references, ...operators }: Filter, path: string): Parameter[] {
  const own = operatorsOf(operators, `${path}[fields.${String(name)}]`);
  if (references === undefined) return own;
  const inner = parametersOf(references as Filter, '');
  const [[at, value] = ['', ''], ...others] = inner;
  if (inner.length !== 1 || others.length > 0 || /\[(and|or|not)\]/.test(at)) throw new NotInRest();
  return [...own, [`${path}[fields.${String(name)}.${at.slice(1)}`, value]];
}

function operatorsOf(operators: Filter, path: string): Parameter[] {
  return filled(Object.entries(operators)).map(([operator, value]) => [`${path}[${operator}]`, valueOf(value)]);
}

function valueOf(value: unknown): string {
  if (Array.isArray(value)) {
    const entries = filled(value).map(text);
    if (entries.some((entry) => entry.trim() === '')) throw new NotInRest();
    return entries.map((entry) => entry.replaceAll(/[\\,]/g, '\\$&')).join(',');
  }
  // A box or a circle.
  if (typeof value === 'object' && value !== null) return valueOf(Object.values(value));
  return text(value);
}

/** An empty value is none. */
function text(value: unknown): string {
  if (value === '') throw new NotInRest();
  return String(value);
}
