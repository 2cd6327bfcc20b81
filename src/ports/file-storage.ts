import type { Readable } from 'node:stream';

/**
 * Where bytes are kept, by key. A key has segments of letters, digits, `.`, `_` and `-`, with `/` between, none of which
 * begins with a dot; any other key is one that nothing is stored under.
 */
export interface FileStorage {
  /** Lets a caller without credentials put one file of that type and size under the key, until the grant expires. */
  grant(request: GrantRequest): Promise<SignedUpload>;
  /** Reads grants that are redeemed with this service; null where the vendor takes the bytes itself. */
  readonly redeemer: GrantRedeemer | null;
  /**
   * Stores all of the content, or, when it fails or is aborted, nothing: what was there before then stays. Content is
   * handed on as it comes, never held whole. The stream belongs to the call, which listens to it and ends it on every path.
   */
  write(key: string, content: Readable, options: { contentType: string }): Promise<StoredFile>;
  /** Null where nothing is stored. */
  stat(key: string): Promise<StoredFile | null>;
  /**
   * The bytes from `start` up to and including `end`, all by default; null where nothing is stored. Whoever gets the stream
   * reads it to its end or destroys it; an error before anybody reads it harms nothing.
   */
  read(key: string, range?: { start?: number; end?: number }): Promise<Readable | null>;
  /** Moves that very version of a file, in one step. False: it is not there, or has been replaced since. */
  move(from: string, to: string, version: string): Promise<boolean>;
  /** Without complaint where nothing is stored. */
  delete(key: string): Promise<void>;
  /** Deletes every file whose key has this one, and a `/`, before it. Done in part when it rejects. */
  deleteBelow(key: string): Promise<void>;
  /** Rejects when the storage cannot be reached. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface StoredFile {
  /** Bytes. */
  size: number;
  /** Another one with every write of the key. */
  version: string;
}

export interface GrantRequest {
  key: string;
  contentType: string;
  /** Bytes. */
  mostBytes: number;
  expiresInSeconds: number;
}

export interface SignedUpload {
  /** Where to PUT the bytes. */
  url: string;
  /** Headers that the PUT has to carry exactly as they stand here, besides those that it carries anyway. */
  headers: Readonly<Record<string, string>>;
}

export interface GrantRedeemer {
  /** What a signed URL's path (below where uploads are served) and query grant; `null`: it is not one of ours. */
  open(path: string, query: Readonly<Record<string, unknown>>): RedeemedGrant | null;
}

export interface RedeemedGrant {
  key: string;
  contentType: string;
  mostBytes: number;
  isExpired: boolean;
}
