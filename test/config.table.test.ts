import { describe, expect, test } from 'vitest';
import { parseConfig } from '../src/config.ts';
import { DEVELOPMENT_ONLY, PLATFORM_VARIABLES } from '../src/config/safety.ts';
import { PRODUCTION, documented } from './support/configuration.ts';
import { sourceFiles, sourceOf } from './support/imports.ts';

/** Variables that `parseConfig` looks at, as it stands and in production: it reads nothing but its argument. */
function variablesRead(): string[] {
  const read = new Set<string>();
  for (const given of [{}, PRODUCTION]) {
    parseConfig(
      new Proxy<Record<string, string | undefined>>(given, {
        get: (target, name) => {
          read.add(String(name));
          return target[String(name)];
        },
      }),
    );
  }
  return [...read].toSorted();
}

describe('the table', () => {
  test('has no variable that nothing uses', () => {
    const used = sourceFiles()
      .filter((file) => !/^src\/config\/(?:model-)?variables\.ts$/.test(file))
      .map(sourceOf)
      .join('\n');
    expect(documented.filter(({ name }) => !new RegExp(`\\b${name}\\b`).test(used))).toEqual([]);
  });

  test('has every variable that is read, and no other, but those that belong to clients and platforms', () => {
    const foreign = [...DEVELOPMENT_ONLY, ...PLATFORM_VARIABLES];
    const named = new Set([...documented.map(({ name }) => name), ...foreign]);
    expect(variablesRead()).toEqual([...named].toSorted());
  });

  test('says in a sentence what each is for, and its default', () => {
    for (const { name, meaning, standard } of documented) {
      expect(meaning, name).toMatch(/^[A-Z`].+\.$/);
      expect(standard, name).not.toBe('');
    }
  });
});
