import { Checks, NAME_LENGTH } from '../../shared/checks.ts';
import { badRequest } from '../../shared/errors.ts';
import { oneLine, valueText } from './form.fields.ts';
import type { SubmitFormInput } from './form.inputs.ts';

/** An input that was found good. */
export interface Submission {
  formName: string;
  formId: string | null;
  /** At least one. */
  fields: Readonly<Record<string, unknown>>;
  pageUrl: string | null;
  metadata: Readonly<Record<string, unknown>>;
}

/** One value of the greatest length fits whatever its characters are: JSON takes at most six bytes for each. */
const FIELDS = { most: 100, bytes: 640 * 1024 };
const METADATA = { most: 20, bytes: 16 * 1024 };
const FIELD_NAME_LENGTH = 200;
const VALUE_LENGTH = 100_000;
const FORM_ID_LENGTH = 200;
const URL_LENGTH = 2_000;

/** @throws ServiceError BAD_REQUEST, with every fault once the whole is small enough to look through. */
export function checkSubmission(input: SubmitFormInput): Submission {
  const fields = requireFields(input.fields);
  const metadata = input.metadata ?? {};
  refuseUnlessBounded(fields, metadata);
  const checks = new Checks();
  checks.length('formName', input.formName, NAME_LENGTH);
  checks.length('formId', input.formId, FORM_ID_LENGTH);
  checks.length('pageUrl', input.pageUrl, URL_LENGTH);
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
  if (typeof fields === 'object' && fields !== null && !Array.isArray(fields) && Object.keys(fields).length > 0) {
    return fields as Record<string, unknown>;
  }
  throw badRequest('fields', 'fields is required and must be a non-empty object');
}

function refuseUnlessBounded(fields: Record<string, unknown>, metadata: Record<string, unknown>): void {
  const checks = new Checks();
  checkCount(checks, 'fields', fields, FIELDS.most);
  checkCount(checks, 'metadata', metadata, METADATA.most);
  checks.json('fields', fields, FIELDS.bytes);
  checks.json('metadata', metadata, METADATA.bytes);
  checks.refuse();
}

function checkCount(checks: Checks, path: string, entries: object, most: number): void {
  if (Object.keys(entries).length > most) checks.fault(path, `must have at most ${most} entries`);
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
