/** What the answers of a caller depend on, beside the request itself. */
export interface AnswerBasis {
  /** The same for callers that get the same answers: site, rights and user. */
  caller: string;
  /** The same exactly as long as what was read from these topics is unchanged. Read before the answer. */
  readRevision(topics: readonly string[]): Promise<string>;
  /**
   * Whether the answer that was read is that of every such caller as long as the revision is: it has nothing that expires, and
   * nothing in it depends on which of them has asked.
   */
  isShared(): boolean;
}

/** Null where the caller's answers can't be known without running the operation. */
export type BasisOf = (context: unknown) => AnswerBasis | null;
