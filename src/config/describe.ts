import { z } from 'zod';
import { VARIABLES } from './variables.ts';

/** The table of `npm run config` and of docs/configuration.md, as Markdown. */
export function describeConfig(): string {
  const rows = Object.entries(VARIABLES).map(
    ([name, schema]) => `| \`${name}\` | ${schema.description} | ${describeDefault(schema)} |`,
  );
  return ['| variable | meaning | default |', '|---|---|---|', ...rows].join('\n');
}

function describeDefault(schema: z.ZodType): string {
  const unset = schema.meta()?.['unset'];
  if (typeof unset === 'string') return unset;
  if (schema instanceof z.ZodDefault) return String(schema.def.defaultValue) || 'none';
  return 'none';
}
