import { escapeHtml } from '../../text/escape-html.ts';
import type { Entry } from './form.fields.ts';

/** Inline colours for clients without style sheets; the style sheet inverts them in dark mode. */
export const COLOURS = {
  text: '#1c2430',
  quiet: '#586374',
  line: '#d9dee6',
  page: '#ffffff',
  brand: '#2457c5',
} as const;

const SHEET = `:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background-color: #14181f !important; }
  .text { color: #e7ebf1 !important; }
  .quiet { color: #a3afbf !important; }
  .line { border-color: #343d4a !important; }
  .brand { background-color: #2a4f9e !important; }
}
@media (max-width: 520px) {
  .row td { display: block !important; width: auto !important; }
  .row .name { border-bottom: 0 !important; padding-bottom: 0 !important; }
  .row .value { padding-top: 2px !important; }
}`;

/**
 * A whole document around the body.
 * @param body HTML
 */
export function htmlDocument(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
${SHEET}
</style>
</head>
<body class="page text" style="margin:0;padding:0;background-color:${COLOURS.page};color:${COLOURS.text};font-family:${FONT};font-size:15px;line-height:1.5">
${body}
</body>
</html>
`;
}

const FONT = "-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const CELL = `padding:10px 12px 10px 0;border-bottom:1px solid ${COLOURS.line};vertical-align:top;text-align:start;overflow-wrap:anywhere;word-break:break-word`;

/** A table of names and values. Values keep their line breaks, and each has its own text direction. */
export function fieldTable(fields: readonly Entry[]): string {
  const rows = fields.map(
    ({ name, value }) =>
      `<tr class="row"><td class="name quiet line" dir="auto" width="32%" style="${CELL};color:${COLOURS.quiet};font-weight:600">${escapeHtml(name)}</td>` +
      `<td class="value text line" dir="auto" style="${CELL};color:${COLOURS.text}">${lines(value) || '&ndash;'}</td></tr>`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse;width:100%">
${rows.join('\n')}
</table>`;
}

/** Small print with page and time. */
export function detailLines(details: readonly Entry[]): string {
  return details.map(({ name, value }) => `<bdi>${escapeHtml(name)}</bdi>: <bdi>${lines(value)}</bdi>`).join('<br>\n');
}

function lines(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>');
}
