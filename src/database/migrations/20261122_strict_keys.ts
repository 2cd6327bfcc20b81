import { addColumns } from './add-columns.ts';

/** Keys whose unknown query parameters are errors. */
export const StrictKeys = addColumns('api_key', 'strict boolean not null default false');
