import { createHash } from 'node:crypto';
import { appendFile, readFile } from 'node:fs/promises';
import { ifPresent } from '../../shared/if-present.ts';

/** `file` and `id`: the former and the new URL or id of a file. */
type Entry = { target: string } | { lines: number } | { file: [string, string] } | { id: [string, string] };

/** What an import has done, beside its file: after an interruption it goes on from there. */
export class Journal {
  /** How many lines of the file are done. */
  lines = 0;
  /** The URLs of imported files, by their former ones. */
  readonly urls = new Map<string, string>();
  /** The ids of imported files, by their former ones. */
  readonly ids = new Map<string, string>();
  private readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  /** @throws if the file was begun to be imported into another site */
  static async open(source: string, { url, key }: { url: string; key: string }): Promise<Journal> {
    const journal = new Journal(`${source}.progress`);
    const target = createHash('sha256').update(`${url} ${key}`).digest('hex');
    const entries = await readEntries(journal.path);
    if (entries.length === 0) await journal.record({ target });
    for (const entry of entries) {
      if ('target' in entry && entry.target !== target) {
        throw new Error(`${journal.path} is of an import into another site: remove it to begin again`);
      }
      journal.apply(entry);
    }
    return journal;
  }

  async record(entry: Entry): Promise<void> {
    this.apply(entry);
    await appendFile(this.path, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
  }

  private apply(entry: Entry): void {
    if ('lines' in entry) this.lines = entry.lines;
    if ('file' in entry) this.urls.set(...entry.file);
    if ('id' in entry) this.ids.set(...entry.id);
  }
}

async function readEntries(path: string): Promise<Entry[]> {
  const text = (await ifPresent(readFile(path, 'utf8'))) ?? '';
  // A kill can leave a part of the last line.
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Entry);
}
