const MAX_PER_KIND = 200;
const PLACEHOLDER = /\{\{(\w+):(\d+)\}\}/g;

/** Kept for requests whose kind of id is not known yet: well-formed, and naming nothing. */
const UNKNOWN_ID = '01999999-9999-7999-8999-999999999999';

/** What the answers so far have named, for later requests to name in their turn. */
export class Pool {
  private readonly kinds = new Map<string, string[]>();
  private readonly withheld: ReadonlySet<string>;

  /** @param withheld never handed out: what a request could destroy that the run needs to its end */
  constructor(withheld: Iterable<string>) {
    this.withheld = new Set(withheld);
  }

  add(kind: string, value: string): void {
    if (this.withheld.has(value) || value === '') return;
    const values = this.kinds.get(kind) ?? [];
    this.kinds.set(kind, values);
    if (values.includes(value)) return;
    if (values.length === MAX_PER_KIND) values.shift();
    values.push(value);
  }

  /** Replaces the placeholders of a text. */
  fill(text: string): string {
    return text.replaceAll(PLACEHOLDER, (_, kind: string, choice: string) => this.pick(kind, Number(choice)));
  }

  /** Takes in the ids and addresses of an answer. `kind` is what the answer is about where it does not say itself. */
  learn(answer: unknown, kind: string): void {
    if (Array.isArray(answer)) for (const part of answer) this.learn(part, kind);
    else if (typeof answer === 'object' && answer !== null) this.learnObject(answer as Record<string, unknown>, kind);
  }

  private learnObject(answer: Record<string, unknown>, kind: string): void {
    const own = typeof answer['__typename'] === 'string' ? answer['__typename'] : kind;
    for (const [name, value] of Object.entries(answer)) {
      if (typeof value === 'string') this.learnText(name, value, own);
      else this.learn(value, kind);
    }
  }

  private learnText(name: string, value: string, kind: string): void {
    if (/^(_id|id|slug|jobId)$/.test(name)) this.add(kind, value);
    if (name === 'sessionId') this.add('ChatSession', value);
    if (name === 'endCursor') this.add('Cursor', value);
    if (name === 'uploadUrl') this.add('Upload', pathOf(value));
    if (value.includes('/cdn/')) {
      this.add('FileUrl', value);
      this.add('File', value.slice(value.indexOf('/cdn/') + '/cdn/'.length));
    }
  }

  private pick(kind: string, choice: number): string {
    const values = kind === 'any' ? [...this.kinds.values()].flat() : (this.kinds.get(kind) ?? []);
    return values[choice % Math.max(1, values.length)] ?? UNKNOWN_ID;
  }
}

function pathOf(url: string): string {
  try {
    const { pathname, search } = new URL(url);
    return pathname + search;
  } catch {
    return url;
  }
}
