import { addColumns } from './add-columns.ts';

/** What the front matter of the indexed text says: at most 16,384 characters of YAML. */
export const FrontMatter = addColumns(
  'knowledge_source',
  'front_matter jsonb check (octet_length(front_matter::text) <= 131072)',
);
