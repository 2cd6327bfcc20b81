import { addColumns } from './add-columns.ts';

/** Of the whole indexed text, by which each of its chunks is found. */
export const Keywords = addColumns('knowledge_source', `keywords text[] not null default '{}'`);
