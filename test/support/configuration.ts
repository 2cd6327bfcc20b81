import { ConfigError, describeConfig, parseConfig } from '../../src/config.ts';

/** The variables of the printed table, with their defaults. */
export const documented = [...describeConfig().matchAll(/^\| `([A-Z_]+)` \| (.+) \| (.*) \|$/gm)].map(
  ([, name = '', meaning = '', standard = '']) => ({ name, meaning, standard }),
);

/** A valid environment of production. */
export const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://api.example.org',
  DATABASE_URL: 'postgres://me:b0x-of-frogs-77@db.example/site',
  ADMIN_KEY: 'k3Jf8vQz71xWb0aLmT5n',
  ENCRYPTION_KEY: 'w8Zr2Yt5Qe1Ui0Op9As4Df7Gh3Jk6Lx1',
};

/** The mistakes that are reported of an environment. */
export function mistakesOf(environment: Record<string, string>): readonly string[] {
  try {
    parseConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
}
