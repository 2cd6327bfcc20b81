import { z } from 'zod';
import { type Config, toConfiguration } from './config/configuration.ts';
import { type Environment, describeError, readVariables } from './config/read.ts';
import { productionMistakes, productionWarnings } from './config/safety.ts';
import { VARIABLES } from './config/variables.ts';
import type { DatabaseConnection } from './database/connection.ts';
import { StartError } from './shared/start-error.ts';

export type { Config } from './config/configuration.ts';
export type { ChatConfig } from './config/models.ts';

/** Contains all mistakes of the environment, one sentence each. */
export class ConfigError extends StartError {
  override readonly name = 'ConfigError';
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(`The configuration is invalid:\n${mistakes.map((mistake) => `  - ${mistake}`).join('\n')}`);
    this.mistakes = mistakes;
  }
}

/**
 * Reads only its argument. An empty variable counts as unset.
 * @throws ConfigError with every mistake
 */
export function parseConfig(environment: Environment): Config {
  const variables = readVariables(environment);
  const config = toConfiguration(variables);
  const { production } = config;
  const mistakes = [...variables.mistakes, ...(production ? productionMistakes(config, environment) : [])];
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return { ...config, warnings: production ? productionWarnings(config, environment) : [] };
}

/**
 * Database settings for commands that need nothing else.
 * @throws ConfigError if DATABASE_URL is unset or invalid
 */
export function parseDatabase(environment: Environment): DatabaseConnection {
  const parsed = VARIABLES.DATABASE_URL.safeParse(environment['DATABASE_URL'] || undefined);
  if (parsed.data) return parsed.data;
  throw new ConfigError([
    parsed.error
      ? `DATABASE_URL ${describeError(parsed.error)}`
      : 'DATABASE_URL must be set: the embedded database is migrated at start',
  ]);
}

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
