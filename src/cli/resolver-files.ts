import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT } from '../shared/paths.ts';

const ROOT_FIELD = /@(?:Query|Mutation|Subscription)\(/g;
const OPERATION_NAME = /name: '(\w+)'/;
const METHOD = /\n {2}(?:async )?(\w+)\(/;

/** Source file that resolves each root field: `personas` → `src/features/persona/persona.resolver.ts`. */
export function resolverFiles(): Map<string, string> {
  const folder = join(ROOT, 'src/features');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.resolver.ts'),
  );
  return new Map(files.flatMap((name) => listFields(join(folder, name))));
}

function listFields(file: string): [string, string][] {
  const source = readFileSync(file, 'utf8');
  return [...source.matchAll(ROOT_FIELD)].flatMap(({ index }): [string, string][] => {
    const rest = source.slice(index);
    const method = METHOD.exec(rest);
    const name = OPERATION_NAME.exec(rest.slice(0, method?.index))?.[1] ?? method?.[1];
    return name ? [[name, relative(ROOT, file)]] : [];
  });
}
