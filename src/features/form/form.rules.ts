import { checkInput } from '../../graphql/bounds.ts';
import type { Checks } from '../../shared/checks.ts';
import { badRequest } from '../../shared/errors.ts';
import { oneLine, valueText } from './form.fields.ts';
import { SubmitFormInput } from './form.inputs.ts';
import { isPlainObject } from '../../shared/plain-object.ts';

/** An input that was found good. */
export interface Submission {
  formName: string;
  formId: string | null;
  /** At least one. */
  fields: Readonly<Record<string, unknown>>;
  pageUrl: string | null;
  metadata: Readonly<Record<string, unknown>>;
}

const FIELD_NAME_LENGTH = 200;
const VALUE_LENGTH = 100_000;

/** @throws ServiceError BAD_REQUEST, with every fault once the whole is small enough to look through. */
export function checkSubmission(input: SubmitFormInput): Submission {
  const fields = requireFields(input.fields);
  const metadata = input.metadata ?? {};
  const checks = checkInput(SubmitFormInput, input);
  checks.refuse();
  checkEntries(checks, 'fields', fields);
  checkEntries(checks, 'metadata', metadata);
  checks.refuse();
  return {
    formName: oneLine(input.formName ?? '') || 'Form Submission',
    formId: input.formId?.trim() || null,
    fields,
    pageUrl: input.pageUrl?.trim() || null,
    metadata,
  };
}

/** The interface's own refusal, for an object that is missing or empty. */
export function requireFields(fields: unknown): Record<string, unknown> {
  if (isPlainObject(fields) && Object.keys(fields).length > 0) return fields;
  throw badRequest('fields', 'fields is required and must be a non-empty object');
}

function checkEntries(checks: Checks, path: string, entries: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(entries)) {
    if (name.trim() === '' || name.length > FIELD_NAME_LENGTH) {
      checks.fault(path, `must have names of 1 to ${FIELD_NAME_LENGTH} characters`);
    } else if (valueText(value).length > VALUE_LENGTH) {
      checks.fault(`${path}.${name}`, `must have at most ${VALUE_LENGTH} characters`);
    }
  }
}
