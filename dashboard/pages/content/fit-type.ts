import type { FieldType } from '../../.generated/graphql.ts';
import type { Changes } from '../../data/unsaved/changes.ts';
import type { EditorType } from './item-values.ts';

type Values = Readonly<Record<string, unknown>>;

/** Of what was typed before the content type was changed: what its fields can have, and the rest, which is only shown. */
export function fitType({ fields }: EditorType, typed: Changes): { fitting: Changes; lost: Values } {
  const { customFields, lostFields, ...own } = typed;
  const entries = Object.entries({ ...(lostFields as Values), ...(customFields as Values) });
  const types = new Map(fields.map(({ name, type }) => [name, type]));
  const fits = ([name, value]: [string, unknown]) => value === null || canHave(types.get(name), value);
  const fitting = entries.filter((entry) => types.has(entry[0]) && fits(entry));
  const lost = entries.filter((entry) => entry[1] !== null && !fits(entry));
  return {
    fitting: fitting.length === 0 ? own : { ...own, customFields: Object.fromEntries(fitting) },
    lost: Object.fromEntries(lost),
  };
}

function canHave(type: FieldType | undefined, value: unknown): boolean {
  switch (type) {
    case undefined:
      return false;
    case 'json':
      return true;
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'multiselect':
    case 'references':
      return Array.isArray(value);
    case 'location':
      return typeof value === 'object' && !Array.isArray(value);
    default:
      return typeof value === 'string';
  }
}
