import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface Import {
  /** Path of the importing file, such as `src/http/routes/health.ts`. */
  from: string;
  /** Path of the imported file, or the name of a package. */
  to: string;
  /** Removed by the compiler. */
  typeOnly: boolean;
  /** What is named between the braces. */
  names: string[];
}

/** `import type … from`, `import … from`, `export … from`, `import '…'` and `import('…')`, at the start of a line or within it. */
const IMPORT = /^(?:import|export)\s+(?:(type)\s)?(?:([^;'"]*?)\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm;

export function sourceFiles(folder = 'src'): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name))
    .toSorted();
}

export function sourceOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

export function importsOf(file: string): Import[] {
  return [...sourceOf(file).matchAll(IMPORT)].map(([, type, names, specifier = '', dynamic]) => {
    const target = dynamic ?? specifier;
    const to = target.startsWith('.') ? normalize(join(dirname(file), target)) : target;
    const listed = namesIn(names);
    const allTypes = listed.length > 0 && listed.every((name) => name.startsWith('type '));
    return { from: file, to, typeOnly: type !== undefined || allTypes, names: listed };
  });
}

function namesIn(clause: string | undefined): string[] {
  const listed = clause?.trim().match(/^\{([^}]*)\}$/)?.[1] ?? '';
  return listed
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

/** Groups of files that import each other in a circle. */
export function cycles(imports: readonly Import[]): string[][] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
  const reached = new Map([...targets.keys()].map((file) => [file, reachable(file, targets)]));
  const circular = [...reached].filter(([file, files]) => files.has(file)).map(([file]) => file);
  const groups = circular.map((file) => circular.filter((other) => both(reached, file, other)).toSorted());
  return [...new Map(groups.map((group) => [group.join(), group])).values()];
}

function both(reached: ReadonlyMap<string, ReadonlySet<string>>, one: string, other: string): boolean {
  return (reached.get(one)?.has(other) ?? false) && (reached.get(other)?.has(one) ?? false);
}

function reachable(start: string, targets: ReadonlyMap<string, readonly string[]>): Set<string> {
  const found = new Set<string>();
  const open = [...(targets.get(start) ?? [])];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    open.push(...(targets.get(file) ?? []));
  }
  return found;
}
