import { addColumns } from './add-columns.ts';

/** The address at which the website of a site shows previews. */
export const PreviewUrl = addColumns('site', 'preview_url text');
