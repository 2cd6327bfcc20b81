import type { z } from 'zod';
import { VARIABLES, type Values, type VariableName } from './variables.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What an environment says, and what is wrong with it. */
export interface ParsedVariables {
  /** A variable that is unset or wrong has its default. */
  values: Values;
  isSet: (name: VariableName) => boolean;
  /** A sentence each. */
  mistakes: string[];
}

/** An empty variable counts as unset. */
export function readVariables(environment: Environment): ParsedVariables {
  const mistakes: string[] = [];
  const entries = Object.entries(VARIABLES).map(([name, schema]) => {
    const parsed = schema.safeParse(environment[name] || undefined);
    if (parsed.success) return [name, parsed.data];
    mistakes.push(`${name} ${describeError(parsed.error)}`);
    return [name, schema.parse(undefined)];
  });
  return {
    values: Object.fromEntries(entries) as Values,
    isSet: (name) => Boolean(environment[name]),
    mistakes,
  };
}

/** The values of variables by other names. */
export function pickValues<N extends Readonly<Record<string, VariableName>>>(names: N, { values }: ParsedVariables) {
  const entries = Object.entries(names).map(([name, variable]) => [name, values[variable]]);
  return Object.fromEntries(entries) as { [K in keyof N]: Values[N[K]] };
}

/** The rest of a sentence that begins with the variable's name. */
export function describeError(error: z.ZodError): string {
  const issue = error.issues[0];
  if (!issue) return 'is not valid';
  return issue.code === 'invalid_value' && !issue.message.startsWith('must')
    ? `must be one of ${issue.values.join(', ')}`
    : issue.message;
}

/** Options of an adapter that is not selected are an error, because they would have no effect. */
export function rejectOptions(
  names: readonly VariableName[],
  requirement: string,
  { isSet, mistakes }: ParsedVariables,
): undefined {
  for (const name of names) if (isSet(name)) mistakes.push(`${name} requires ${requirement}`);
}
