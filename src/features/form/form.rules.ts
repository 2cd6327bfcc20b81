import { checkInput } from '../../api/input-bounds.ts';
import type { Checks } from '../../shared/checks.ts';
import { badRequest } from '../../shared/errors.ts';
import { formatValue } from './form.fields.ts';
import { SubmitFormInput } from './form.inputs.ts';
import { isPlainObject } from '../../shared/plain-object.ts';
import { oneLine } from '../../text/one-line.ts';

/** A valid input. */
export interface Submission {
  formName: string;
  formId: string | null;
  /** The fields of the submission, at least one. */
  fields: Readonly<Record<string, unknown>>;
  pageUrl: string | null;
  metadata: Readonly<Record<string, unknown>>;
}

const FIELD_NAME_LENGTH = 200;
const VALUE_LENGTH = 100_000;

/** @throws ServiceError BAD_REQUEST with all violations, if the input is small enough to check completely */
export function checkSubmission(input: SubmitFormInput): Submission {
  const fields = requireFields(input.fields);
  const metadata = input.metadata ?? {};
  const checks = checkInput(SubmitFormInput, input);
  checks.throwIfInvalid();
  checkEntries(checks, 'fields', fields);
  checkEntries(checks, 'metadata', metadata);
  checks.throwIfInvalid();
  return {
    formName: oneLine(input.formName ?? '') || 'Form Submission',
    formId: input.formId?.trim() || null,
    fields,
    pageUrl: input.pageUrl?.trim() || null,
    metadata,
  };
}

/** The interface's own error for a missing or empty object. */
export function requireFields(fields: unknown): Record<string, unknown> {
  if (isPlainObject(fields) && Object.keys(fields).length > 0) return fields;
  throw badRequest('fields', 'fields is required and must be a non-empty object');
}

function checkEntries(checks: Checks, path: string, entries: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(entries)) {
    if (name.trim() === '' || name.length > FIELD_NAME_LENGTH) {
      checks.report(path, `must have names of 1 to ${FIELD_NAME_LENGTH} characters`);
    } else if (formatValue(value).length > VALUE_LENGTH) {
      checks.report(`${path}.${name}`, `must have at most ${VALUE_LENGTH} characters`);
    }
  }
}
