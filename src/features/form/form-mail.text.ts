import type { FormMailContent } from './form-mail.content.ts';
import type { Entry } from './form.fields.ts';

/** The text part of every template. Further lines of a value are indented, so that they cannot imitate a field. */
export function plainText({ formName, siteName, fields, details }: FormMailContent): string {
  return [
    `${formName} (${siteName})`,
    '',
    ...fields.map(lineOf),
    '',
    // Email clients treat the text after this line as a signature.
    '-- ',
    ...details.map(lineOf),
    '',
  ].join('\n');
}

function lineOf({ name, value }: Entry): string {
  return `${name}: ${value.replaceAll('\n', '\n    ')}`;
}
