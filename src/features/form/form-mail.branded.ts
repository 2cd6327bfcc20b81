import { COLOURS, detailLines, escapeHtml, fieldTable, htmlDocument } from './form-mail.html.ts';
import { type FormMailContent, SERVICE_NAME } from './form-mail.content.ts';

/** The service's header, a table of the fields, and a footer with the reason for the email. */
export function brandedHtml({ formName, siteName, fields, details }: FormMailContent): string {
  return htmlDocument(
    formName,
    `<div class="line" style="max-width:640px;margin:24px auto;border:1px solid ${COLOURS.line};border-radius:10px;overflow:hidden">
<div class="brand" style="padding:20px 24px;background-color:${COLOURS.brand};color:#ffffff">
<p style="margin:0 0 6px;font-size:13px;font-weight:600;letter-spacing:.08em;text-transform:uppercase;color:#ffffff">${SERVICE_NAME}</p>
<h1 dir="auto" style="margin:0;font-size:22px;line-height:1.3;color:#ffffff;overflow-wrap:anywhere">${escapeHtml(formName)}</h1>
</div>
<div style="padding:8px 24px 20px">
${fieldTable(fields)}
<p class="quiet" style="margin:16px 0 0;font-size:13px;color:${COLOURS.quiet};overflow-wrap:anywhere">${detailLines(details)}</p>
</div>
<div class="line" style="padding:14px 24px;border-top:1px solid ${COLOURS.line}">
<p class="quiet" style="margin:0;font-size:13px;color:${COLOURS.quiet}">Sent by ${SERVICE_NAME} because form mail is switched on for <bdi>${escapeHtml(siteName)}</bdi>.</p>
</div>
</div>`,
  );
}
