import { DateTime } from '../../graphql/scalars.ts';
import { csvLines } from '../../text/csv.ts';
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

export function toCsv(submissions: readonly FormSubmission[], { header }: { header: boolean }): string {
  const lines = submissions.map((submission) => COLUMNS.map((column) => textOf(submission, column)));
  return csvLines([...(header ? [COLUMNS] : []), ...lines]);
}

function textOf(submission: FormSubmission, column: (typeof COLUMNS)[number]): string {
  if (column === 'createdAt') return DateTime.serialize(submission.createdAt);
  const value = submission[column];
  return Array.isArray(value) ? value.join('\n') : String(value ?? '');
}
