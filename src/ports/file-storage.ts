import type { Readable } from 'node:stream';

/**
 * Stores bytes by key. A key has segments of letters, digits, `.`, `_` and `-`, separated by `/`, none of which starts
 * with a dot; nothing is stored under any other key.
 */
export interface FileStorage {
  /**
   * Allows a caller without credentials to upload one file of this type and size under the key, until the grant
   * expires.
   */
  grant(request: GrantRequest): Promise<SignedUpload>;
  /** Verifies grants that this service redeems; null if the vendor receives the bytes. */
  readonly redeemer: GrantRedeemer | null;
  /**
   * Stores the whole content or, if it fails or is aborted, nothing: an existing file is then kept. Content is
   * streamed, never buffered whole. The call owns the stream, listens to its errors and always ends it.
   */
  write(key: string, content: Readable, options: { contentType: string }): Promise<StoredFile>;
  /** Describes a stored file; null if nothing is stored. */
  stat(key: string): Promise<StoredFile | null>;
  /**
   * The bytes from `start` to `end` (inclusive), by default all; null if nothing is stored. The caller must read the
   * stream to its end or destroy it; an error before it is read is handled.
   */
  read(key: string, range?: { start?: number; end?: number }): Promise<Readable | null>;
  /**
   * Stores the contents of these files, 1 to 1,000, one after the other under the key `to`, which has nothing or its
   * former content until all of it is there. The files stay. Null, and nothing is stored, if one of them is missing.
   */
  join(keys: readonly string[], to: string, options: { contentType: string }): Promise<StoredFile | null>;
  /** Moves this version of a file atomically. False if it does not exist or was replaced. */
  move(from: string, to: string, version: string): Promise<boolean>;
  /** Succeeds if nothing is stored. */
  delete(key: string): Promise<void>;
  /** Deletes every file whose key starts with this one and a `/`. May be done in part if it rejects. */
  deletePrefix(key: string): Promise<void>;
  /** Rejects if the storage is not reachable. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface StoredFile {
  /** Bytes. */
  size: number;
  /** Changes with every write of the key. */
  version: string;
}

export interface GrantRequest {
  key: string;
  contentType: string;
  /** Bytes. */
  maxBytes: number;
  expiresInSeconds: number;
}

export interface SignedUpload {
  /** URL for the PUT. */
  url: string;
  /** Headers that the PUT must send exactly as given, in addition to its own. */
  headers: Readonly<Record<string, string>>;
}

export interface GrantRedeemer {
  /** Verifies the path (below the base URL of uploads) and query of a signed URL; null if the signature is invalid. */
  open(path: string, query: Readonly<Record<string, unknown>>): RedeemedGrant | null;
}

/** Grants of uploads that the service itself receives, whatever the storage. */
export interface GrantSigner extends GrantRedeemer {
  /** The signed URL. */
  sign(request: GrantRequest): string;
}

export interface RedeemedGrant {
  key: string;
  contentType: string;
  maxBytes: number;
  isExpired: boolean;
}
