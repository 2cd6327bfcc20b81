import { COLOURS, escapeHtml, htmlDocument } from './form-mail.html.ts';
import { plainText } from './form-mail.text.ts';
import type { FormMailContent } from './form-mail.content.ts';

/** The text part, preformatted. */
export function simpleHtml(content: FormMailContent): string {
  return htmlDocument(
    content.formName,
    `<pre class="text" style="margin:0;padding:16px;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:14px;color:${COLOURS.text};white-space:pre-wrap;overflow-wrap:anywhere">
${escapeHtml(plainText(content))}</pre>`,
  );
}
