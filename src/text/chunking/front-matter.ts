import { parse } from 'yaml';

/** A Markdown text without its front matter, and the title that stands in it. */
export interface WithoutFrontMatter {
  body: string;
  title: string | null;
}

const MAX_LENGTH = 20_000;
const MAX_TITLE_LENGTH = 300;

/**
 * Separates YAML between two `---` lines at the start from the text. A text that starts with a rule is not cut: the lines
 * must contain a key, and no more than 20,000 characters. Invalid YAML is removed too, but has no title.
 */
export function separateFrontMatter(markdown: string): WithoutFrontMatter {
  const [head, yaml] = FRONT_MATTER.exec(markdown.slice(0, MAX_LENGTH)) ?? [];
  if (head === undefined || yaml === undefined || !KEY.test(yaml)) return { body: markdown, title: null };
  return { body: markdown.slice(head.length), title: titleIn(yaml) };
}

const FRONT_MATTER = /^---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/;
const KEY = /^["']?[\w-]+["']?[ \t]*:/m;

function titleIn(yaml: string): string | null {
  // Only the title is parsed: aliases and nested collections cost more than their length.
  const lines = yaml.split('\n');
  const start = lines.findIndex((line) => /^["']?title["']?[ \t]*:/i.test(line));
  if (start < 0) return null;
  const next = lines.findIndex((line, at) => at > start && /^\S/.test(line));
  const entry = lines.slice(start, next < 0 ? undefined : next).join('\n');
  const value = valueOf(entry.slice(entry.indexOf(':') + 1).slice(0, 2 * MAX_TITLE_LENGTH));
  const title = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return title.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TITLE_LENGTH) || null;
}

function valueOf(yaml: string): unknown {
  try {
    return parse(yaml, { maxAliasCount: 0, logLevel: 'silent' });
  } catch {
    return null;
  }
}
