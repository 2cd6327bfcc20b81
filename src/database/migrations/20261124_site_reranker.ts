import { addColumns } from './add-columns.ts';

/** The reranker of a site's own, with its encrypted key. */
export const SiteReranker = addColumns('site', 'reranker jsonb');
