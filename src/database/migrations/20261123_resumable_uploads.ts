import { addColumns } from './add-columns.ts';

/** The size that was declared of a resumable upload, and the parts that have arrived. */
export const ResumableUploads = addColumns('asset', 'upload_size bigint', 'upload_parts jsonb');
