import { addColumns } from './add-columns.ts';

/** The language model of a site's own, with its encrypted key. */
export const SiteModel = addColumns('site', 'model jsonb');
