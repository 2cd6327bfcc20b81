import { escapeHtml } from '../../text/escape-html.ts';
import type { FormSettings } from '../site/site.types.ts';
import type { Entry } from './form.fields.ts';
import { COLOURS, detailLines, fieldTable, htmlDocument } from './form-mail.html.ts';

/** The name of the service: default sender, and header of the branded template. */
export const SERVICE_NAME = 'Lectern';

/** Content of the templates; every text comes from the caller and is not escaped. */
export interface FormMailContent {
  formName: string;
  siteName: string;
  fields: readonly Entry[];
  /** The page, the time, and other metadata of the submission. */
  details: readonly Entry[];
}

/** The HTML part by template. */
export const TEMPLATES: Readonly<Record<FormSettings['template'], (content: FormMailContent) => string>> = {
  default: defaultHtml,
  simple: simpleHtml,
  branded: brandedHtml,
};

/** The text part of every template. Further lines of a value are indented, so that they cannot imitate a field. */
export function toPlainText({ formName, siteName, fields, details }: FormMailContent): string {
  return [
    `${formName} (${siteName})`,
    '',
    ...fields.map(toLine),
    '',
    // Email clients treat the text after this line as a signature.
    '-- ',
    ...details.map(toLine),
    '',
  ].join('\n');
}

function toLine({ name, value }: Entry): string {
  return `${name}: ${value.replaceAll('\n', '\n    ')}`;
}

/** A heading and a table of the fields. */
function defaultHtml({ formName, siteName, fields, details }: FormMailContent): string {
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

/** The text part, preformatted. */
function simpleHtml(content: FormMailContent): string {
  return htmlDocument(
    content.formName,
    `<pre class="text" style="margin:0;padding:16px;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:14px;color:${COLOURS.text};white-space:pre-wrap;overflow-wrap:anywhere">
${escapeHtml(toPlainText(content))}</pre>`,
  );
}

/** The service's header, a table of the fields, and a footer with the reason for the email. */
function brandedHtml({ formName, siteName, fields, details }: FormMailContent): string {
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
