import { DateTime } from '../../graphql/scalars.ts';
import type { FormSubmission } from './form.types.ts';

const COLUMNS = [
  'id',
  'formId',
  'formName',
  'fieldCount',
  'pageUrl',
  'source',
  'anonymizedFields',
  'createdAt',
] as const satisfies readonly (keyof FormSubmission)[];

/** What a spreadsheet takes for the beginning of a formula, also behind white space and in full width. */
const FORMULA = /^\s*[=+\-@\t\r\n＝＋－＠]/;
const QUOTED = /[",\r\n]/;

/** As RFC 4180 has it. Visitors choose the texts, so none may be a formula for the spreadsheet that opens the file. */
export function toCsv(submissions: readonly FormSubmission[], { header }: { header: boolean }): string {
  const lines = submissions.map((submission) => COLUMNS.map((column) => cell(textOf(submission, column))));
  return [...(header ? [COLUMNS] : []), ...lines].map((cells) => `${cells.join(',')}\r\n`).join('');
}

function textOf(submission: FormSubmission, column: (typeof COLUMNS)[number]): string {
  if (column === 'createdAt') return DateTime.serialize(submission.createdAt);
  const value = submission[column];
  return Array.isArray(value) ? value.join('\n') : String(value ?? '');
}

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
