const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

const PATTERNS: readonly [RegExp, string][] = [
  // Those of 2030 are in the requests.
  [/\b20[12]\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '2026-01-15T09:30:00.000Z'],
  // Cursors, and grants to upload.
  [/\b[\w-]{40,}\.[\w-]{20,}/g, 'opaque.signature'],
  [/(?<="endCursor":")[\w-]+/g, 'opaque'],
  // Drafts begin with a random one.
  [/(?<="revision":)\d{6,}/g, '1'],
  [/\bexpires=\d+&signature=[\w-]+/g, 'expires=1768473000&signature=signature'],
  [/\bwhsec_[\w+/]+=*/g, 'whsec_c2VjcmV0IG9mIHRoZSB3ZWJob29rIHRvb2w='],
  [/\b(svc_[a-z]+_)[\w-]{30,}/g, '$1token'],
  // The last digits depend on the processor.
  [/(?<="score":\d\.\d{4})\d+/g, ''],
  [/(?<=[lL]atencyMs\\?":)\d+/g, '120'],
  [/http:\/\/127\.0\.0\.1:\d+/g, 'http://127.0.0.1:4000'],
];

/** Replaces what differs from one run to the next: ids, by their first occurrence, times, secrets and the port. */
export class StableValues {
  private readonly ids = new Map<string, string>();

  of<T>(answer: T): T {
    let text = JSON.stringify(answer).replaceAll(UUID, (id) => this.stableId(id));
    for (const [pattern, replacement] of PATTERNS) text = text.replaceAll(pattern, replacement);
    return JSON.parse(text) as T;
  }

  private stableId(id: string): string {
    const stable = this.ids.get(id) ?? `0198c0de-0000-7000-8000-${String(this.ids.size + 1).padStart(12, '0')}`;
    this.ids.set(id, stable);
    return stable;
  }
}
