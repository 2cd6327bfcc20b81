import { COLOURS, detailLines, escapeHtml, fieldTable, htmlDocument } from './form-mail.html.ts';
import type { FormMailContent } from './form-mail.content.ts';

/** A heading and a table of the fields. */
export function defaultHtml({ formName, siteName, fields, details }: FormMailContent): string {
  return htmlDocument(
    formName,
    `<div style="max-width:640px;margin:0 auto;padding:24px 16px">
<h1 class="text" dir="auto" style="margin:0 0 2px;font-size:20px;line-height:1.3;color:${COLOURS.text};overflow-wrap:anywhere">${escapeHtml(formName)}</h1>
<p class="quiet" dir="auto" style="margin:0 0 16px;color:${COLOURS.quiet}">${escapeHtml(siteName)}</p>
${fieldTable(fields)}
<p class="quiet" style="margin:16px 0 0;font-size:13px;color:${COLOURS.quiet};overflow-wrap:anywhere">${detailLines(details)}</p>
</div>`,
  );
}
