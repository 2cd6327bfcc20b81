import type { TextFormat } from '../../shared/bounds.ts';

const MAX_LENGTH = 2_000;
const PLACEHOLDERS = ['id', 'slug', 'type', 'language', 'token'] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];

const PLACEHOLDER = `\\{(?:${PLACEHOLDERS.join('|')})\\}`;
/** No placeholder before the path: no item decides which host gets the token. */
const ORIGIN = `(?:https://[A-Za-z0-9.-]+|http://(?:localhost|127\\.0\\.0\\.1|\\[::1\\]))(?::[0-9]{1,5})?`;
const PATTERN = `^${ORIGIN}/[^\\s\\\\{}]*(?:${PLACEHOLDER}[^\\s\\\\{}]*)*$`;

/** The address at which a website shows an item with a preview token, such as `https://example.com/preview?slug={slug}&token={token}`. */
export const PREVIEW_URL: TextFormat = {
  pattern: PATTERN,
  maxLength: MAX_LENGTH,
  expectation: `must be an https URL (http for localhost) with {token}, at most ${MAX_LENGTH.toLocaleString('en')} characters; ${PLACEHOLDERS.map((name) => `{${name}}`).join(', ')} can be in its path and query`,
  matches: (text) =>
    text.length <= MAX_LENGTH &&
    new RegExp(PATTERN).test(text) &&
    text.includes('{token}') &&
    URL.canParse(text.replaceAll(/[{}]/g, '')),
};

export function fillPreviewUrl(pattern: string, values: Readonly<Record<Placeholder, string>>): string {
  return pattern.replaceAll(new RegExp(PLACEHOLDER, 'g'), (placeholder) =>
    encodeURIComponent(values[placeholder.slice(1, -1) as Placeholder]),
  );
}
