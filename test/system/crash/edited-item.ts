/** What an answer says of an item. */
export interface Written {
  _id: string;
  title: string;
  content: string;
  status: string;
  revision: number;
  publishedAt: string | null;
}

/** What a draft was saved with. Its text is that of no other draft, so a version that was made of it is known by it. */
export interface DraftValues {
  title: string;
  content: string;
}

/** What calls have ended a draft, or may have: their answer was cut off. */
interface DraftEnds {
  published?: 'answered' | 'cut off';
  discarded?: 'answered' | 'cut off';
}

/** An item, every revision of it and of its drafts that was answered, and what was cut off. */
export class EditedItem {
  /** In its title and text, and nowhere else. */
  readonly word: string;
  /** Of those that nothing but their schedule publishes: the times. */
  readonly plan: { publishAt: string; unpublishAt: string | null; isAnswered: boolean } | null = null;
  id: string | null = null;
  readonly revisions = new Map<number, Written>();
  /** Those that taking it out of the trash has made. */
  readonly restored = new Set<number>();
  /** Calls that may have written it unanswered: cut off, and those that schedule it. */
  unanswered = 0;
  readonly drafts = new Map<number, DraftValues>();
  readonly draftEnds = new Map<number, DraftEnds>();
  /** The texts of drafts whose answers were cut off. */
  readonly unansweredDrafts = new Set<string>();

  constructor(serial: number, plan: EditedItem['plan'] = null) {
    this.word = `item${serial}x`;
    this.plan = plan;
  }

  isRestored(revision: number): boolean {
    return this.restored.has(revision) || !this.revisions.has(revision);
  }

  get lastRevision(): number {
    return Math.max(0, ...this.revisions.keys());
  }

  /** A write that changed nothing answers the revision that is there. */
  note(written: Written): void {
    this.id = written._id;
    const before = this.revisions.get(written.revision);
    if (before && (before.title !== written.title || before.status !== written.status)) {
      throw new Error(`Revision ${written.revision} of ${this.word} was answered with different values`);
    }
    this.revisions.set(written.revision, written);
  }

  endDraft(revision: number, end: DraftEnds): void {
    this.draftEnds.set(revision, { ...this.draftEnds.get(revision), ...end });
  }
}
