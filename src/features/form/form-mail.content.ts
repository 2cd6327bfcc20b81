import type { Entry } from './form.fields.ts';

/** The service's own name: the sender where a site sets none, and the head of the branded template. */
export const SERVICE_NAME = 'Lectern';

/** What the templates show; every text is the caller's and not escaped. */
export interface FormMailContent {
  formName: string;
  siteName: string;
  fields: readonly Entry[];
  /** The page, when, and what else is known of the submission. */
  details: readonly Entry[];
}
