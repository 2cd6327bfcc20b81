import type { FormMailContent } from './form-mail.content.ts';
import type { Entry } from './form.fields.ts';

/** The text part of every template. Further lines of a value are indented, so that none can pose as a field. */
export function plainText({ formName, siteName, fields, details }: FormMailContent): string {
  return [
    `${formName} (${siteName})`,
    '',
    ...fields.map(lineOf),
    '',
    // A line of this form ends the mail proper for mail clients: what follows is small print.
    '-- ',
    ...details.map(lineOf),
    '',
  ].join('\n');
}

function lineOf({ name, value }: Entry): string {
  return `${name}: ${value.replaceAll('\n', '\n    ')}`;
}
