import { type Node, isMap, isScalar, isSeq, parseDocument } from 'yaml';
import { unifyLines } from './plain-text.ts';

/** Keys of front matter with scalars or lists of scalars. */
export type FrontMatter = Record<string, unknown>;

const MAX_LENGTH = 16_384;
/**
 * The marks of YAML collections: parsing costs up to 16 µs for each of these characters, and a request may write 100
 * bodies.
 */
const MARKS = /[[\]{},?]/g;
const MAX_MARKS = 600;
const MAX_LINES = 400;
const MAX_KEYS = 50;
const MAX_KEY_LENGTH = 100;
const MAX_VALUE_LENGTH = 1_000;
const MAX_LIST_LENGTH = 100;
const MAX_TITLE_LENGTH = 300;

const FRONT_MATTER = /^---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/;
const KEY = /^["']?[\w-]+["']?[ \t]*:/m;

/**
 * Separates YAML between two `---` lines at the start from a text with unified lines. A text that starts with a rule is
 * not cut: the lines must be a valid mapping, and no more than 16,384 characters, of
 * which 600 are brackets, braces, commas or question marks, in 400 lines. The values are null if there is none.
 */
export function separateFrontMatter(markdown: string): { body: string; values: FrontMatter | null } {
  const [head, yaml] = FRONT_MATTER.exec(markdown.slice(0, MAX_LENGTH)) ?? [];
  const values = head !== undefined && yaml !== undefined && KEY.test(yaml) ? parseValues(yaml) : null;
  return { body: values ? markdown.slice(head?.length) : markdown, values };
}

/** The front matter of a text of any length; null if it has none. */
export function findFrontMatter(text: string): FrontMatter | null {
  return separateFrontMatter(unifyLines(text.slice(0, 2 * MAX_LENGTH))).values;
}

export function frontMatterTitle(values: FrontMatter | null | undefined): string | null {
  const [, value] = Object.entries(values ?? {}).find(([key]) => key.toLowerCase() === 'title') ?? [];
  const title = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return title.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TITLE_LENGTH).trim() || null;
}

/** The values of the mapping; null if it is not valid. Values that are nested, tagged, aliases or too long are left out. */
function parseValues(yaml: string): FrontMatter | null {
  const map = parseMap(yaml);
  if (!map) return null;
  const entries = map.items.flatMap(({ key, value }): [string, unknown][] => {
    const name = isScalar(key) ? clean(String(key.value)) : '';
    const plainValue = value === null ? null : readValue(value);
    const isKept = plainValue !== undefined && name !== '' && name !== '__proto__' && name.length <= MAX_KEY_LENGTH;
    return isKept ? [[name, plainValue]] : [];
  });
  return Object.fromEntries(entries.slice(0, MAX_KEYS));
}

const YAML_OPTIONS = { schema: 'core', intAsBigInt: true, prettyErrors: false, logLevel: 'silent' } as const;

/** Only the tree is read, so that aliases are never expanded. */
function parseMap(yaml: string) {
  if ((yaml.match(MARKS)?.length ?? 0) > MAX_MARKS || yaml.split('\n').length > MAX_LINES) return null;
  try {
    const { contents, errors } = parseDocument(yaml, YAML_OPTIONS);
    return errors.length === 0 && isMap<Node, Node | null>(contents) ? contents : null;
  } catch {
    // Nested more deeply than the stack.
    return null;
  }
}

function readValue(node: Node): unknown {
  if (!isSeq<Node>(node)) return readScalar(node);
  if (node.tag !== undefined || node.items.length > MAX_LIST_LENGTH) return undefined;
  const values = node.items.map(readScalar);
  const length = values.reduce<number>((sum, value) => sum + String(value).length, 0);
  return values.includes(undefined) || length > MAX_VALUE_LENGTH ? undefined : values;
}

function readScalar(node: Node): unknown {
  if (!isScalar(node) || node.tag !== undefined) return undefined;
  const { value } = node;
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return wholeNumber(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  return typeof value === 'string' && value.length <= MAX_VALUE_LENGTH ? clean(value) : undefined;
}

/** A text of its digits if a double would change it. */
function wholeNumber(value: bigint): number | string {
  const number = Number(value);
  return String(number) === String(value) ? number : String(value);
}

/** The text without characters that PostgreSQL cannot store. */
function clean(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
