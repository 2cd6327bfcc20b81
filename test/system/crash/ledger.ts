/** What is written: knowledge documents and published content, which reach the index by different ways. */
export type Kind = 'document' | 'content';

/** One thing that the client writes, and what it knows of it. */
export interface Entry {
  kind: Kind;
  serial: number;
  /** Unknown while the answer to its creation is outstanding, or was cut off. */
  id: string | null;
  /** The version of the last change that was answered; null: it is deleted. */
  version: number | null;
  /** A change whose answer was cut off: it may have happened or not. */
  open: { version: number | null } | null;
  /** A call about it is under way. */
  busy: boolean;
}

/** The client's own books: what the service has answered for, and what it may have done besides. */
export class Ledger {
  readonly entries: Entry[] = [];

  add(kind: Kind): Entry {
    const entry: Entry = {
      kind,
      serial: this.entries.length + 1,
      id: null,
      version: null,
      open: { version: 1 },
      busy: true,
    };
    this.entries.push(entry);
    return entry;
  }

  /** Entries that certainly exist and that no operation is changing. */
  idle(): Entry[] {
    return this.entries.filter(({ id, version, open, busy }) => id && version !== null && !open && !busy);
  }

  get unsettled(): Entry[] {
    return this.entries.filter(({ open }) => open !== null);
  }

  get present(): Entry[] {
    return this.entries.filter(({ version }) => version !== null);
  }

  get deleted(): Entry[] {
    return this.entries.filter(({ id, version, open }) => id !== null && version === null && !open);
  }
}

/** A word of the entry alone. */
export function subject({ kind, serial }: Pick<Entry, 'kind' | 'serial'>): string {
  return `${kind}${serial}x`;
}

/** Every fourth is long enough for several passages; each passage says what it is of. */
export function textOf(entry: Pick<Entry, 'kind' | 'serial'>, version: number): string {
  const parts = entry.serial % 4 === 0 ? 3 : 1;
  const filling = 'Wheels turn and chains run while brakes rest and the road goes on. '.repeat(parts > 1 ? 15 : 1);
  return Array.from(
    { length: parts },
    (_, part) => `# Part ${part + 1}\n\n${subject(entry)} at version ${version}, part ${part + 1}. ${filling}`,
  ).join('\n\n');
}

/** The version that a text is of. */
export function versionOf(text: string): number {
  return Number(/ at version (\d+),/.exec(text)?.[1]);
}
