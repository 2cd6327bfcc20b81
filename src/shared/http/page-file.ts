import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeHtml } from '../../text/escape-html.ts';
import { ROOT } from '../paths.ts';

const PLACEHOLDER = /\{\{(\w+)\}\}/g;

/** A file of the folder `pages`. */
export function readPage(name: string): string {
  return readFileSync(join(ROOT, 'pages', name), 'utf8');
}

/** Replaces each `{{name}}` of a page by the value of that name, as text. */
export function fillPage(page: string, values: Readonly<Record<string, string>>): string {
  return page.replaceAll(PLACEHOLDER, (_placeholder, name: string) => escapeHtml(values[name] ?? ''));
}

/** The sources of a `Content-Security-Policy` for the inline styles or scripts of a page: a hash of each. */
export function inlineSources(page: string, tag: 'style' | 'script'): string {
  const texts = [...page.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g'))];
  return texts.map(([, text = '']) => `'sha256-${hash('sha256', text, 'base64')}'`).join(' ');
}
