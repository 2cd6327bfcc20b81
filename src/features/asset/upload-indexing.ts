import type { ScopeTransaction } from '../../database/database.ts';
import type { AccessLevel } from '../../access/access-level.ts';

/** An upload of the site, as far as its text is concerned. */
export interface UploadedFile {
  key: string;
  fileName: string;
  accessLevel: AccessLevel;
}

/** Keeps the knowledge base in step with uploads, inside the transactions that change them. */
export interface UploadIndexing {
  /** Indexes an upload that becomes live. */
  onUpload?(tx: ScopeTransaction, upload: UploadedFile): Promise<void>;
  /** Takes what an upload contains out of the knowledge base when the upload is deleted. */
  forget(tx: ScopeTransaction, upload: { id: string; key: string }): Promise<void>;
  /** Follows a change of the folder of uploads, or of its access level. */
  follow(tx: ScopeTransaction, keys: readonly string[], level: AccessLevel): Promise<void>;
}

/** Combines several into one that calls them one after the other. */
export function combineIndexing(all: readonly UploadIndexing[]): Required<UploadIndexing> {
  return {
    async onUpload(tx, upload) {
      for (const each of all) await each.onUpload?.(tx, upload);
    },
    async forget(tx, upload) {
      for (const each of all) await each.forget(tx, upload);
    },
    async follow(tx, keys, level) {
      for (const each of all) await each.follow(tx, keys, level);
    },
  };
}
