import type { Entry } from './form.fields.ts';

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
