import { getOrAdd } from '../../../shared/get-or-add.ts';
import type { PassageAudience } from '../../webhook-tool/webhook-tool.entity.ts';
import type { Provenance } from '../turn/provenance.ts';
import type { Evidence } from '../retrieval/evidence.ts';

/** A common run of this many letters and digits counts as copied from a passage: four or five words. */
const SHARED_LENGTH = 20;
/** A shorter passage counts as a whole; below this length every word would match. */
const MIN_PASSAGE_LENGTH = 8;
/** Maximum number of nested encodings that are decoded. */
const MAX_DECODINGS = 3;

/**
 * Keeps passages out of the inputs of tools that may not receive them. Only letters and digits are compared, so case,
 * punctuation, white space, invisible characters, and splitting a text over several values or calls have no effect;
 * common encodings are decoded. Text from the user's message, or from a passage that the tool may receive, is allowed.
 */
export class PassageGuard {
  private readonly provenance: Provenance;
  private readonly forbidden = new Map<PassageAudience, ForbiddenText>();
  /** The end of the previous inputs, rejected or not, by audience, because a passage may be sent in parts. */
  private readonly receivedInputs = new Map<PassageAudience, string>();

  constructor(provenance: Provenance) {
    this.provenance = provenance;
  }

  /** Returns whether an input, together with previous ones, contains a passage that the tool may not receive. */
  rejects(input: unknown, mayReceive: PassageAudience): boolean {
    if (mayReceive === 'entitled') return false;
    const forbidden = this.forbiddenText(mayReceive);
    if (forbidden.isEmpty) return false;
    const values = collectValues(input);
    const names = collectNames(input);
    const before = this.receivedInputs.get(mayReceive) ?? '';
    const together = before + normalize(values.join(''));
    const encoded = [...values, values.join(''), ...names, names.join('')];
    const texts = [together, normalize(names.join('')), ...decodedForms(encoded).map(normalize)];
    this.receivedInputs.set(mayReceive, together.slice(1 - SHARED_LENGTH));
    return texts.some((text) => forbidden.matches(text) || forbidden.matches(reverse(text)));
  }

  private forbiddenText(mayReceive: PassageAudience): ForbiddenText {
    return getOrAdd(this.forbidden, mayReceive, () => {
      const { passages, restrictedTexts, visitorTexts } = this.provenance;
      const isAllowed = (passage: Evidence) => mayReceive === 'public' && isPublic(passage);
      const toText = ({ title, text }: Evidence) => `${title} ${text}`;
      return new ForbiddenText(
        [...restrictedTexts, ...passages.filter((passage) => !isAllowed(passage)).map(({ text }) => text)],
        [...visitorTexts, ...passages.filter(isAllowed).map(toText)],
      );
    });
  }
}

class ForbiddenText {
  private readonly parts = new Set<string>();
  private readonly wholes: string[];

  constructor(forbidden: readonly string[], exceptions: readonly string[]) {
    const texts = forbidden.map(normalize);
    for (const text of texts) for (const part of sharedRuns(text)) this.parts.add(part);
    for (const text of exceptions.map(normalize)) for (const part of sharedRuns(text)) this.parts.delete(part);
    this.wholes = texts.filter(({ length }) => length >= MIN_PASSAGE_LENGTH && length < SHARED_LENGTH);
  }

  get isEmpty(): boolean {
    return this.parts.size === 0 && this.wholes.length === 0;
  }

  matches(text: string): boolean {
    for (const part of sharedRuns(text)) if (this.parts.has(part)) return true;
    return this.wholes.some((whole) => text.includes(whole));
  }
}

function isPublic({ accessLevel, textAccessLevel, isPublished }: Evidence): boolean {
  return isPublished && accessLevel === 'public' && textAccessLevel === 'public';
}

function normalize(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function* sharedRuns(text: string): Generator<string, void> {
  for (let at = 0; at + SHARED_LENGTH <= text.length; at++) yield text.slice(at, at + SHARED_LENGTH);
}

function reverse(text: string): string {
  return Array.from(text).toReversed().join('');
}

function collectValues(json: unknown): string[] {
  return typeof json === 'object' && json !== null ? Object.values(json).flatMap(collectValues) : [String(json)];
}

function collectNames(json: unknown): string[] {
  if (typeof json !== 'object' || json === null) return [];
  return [...(Array.isArray(json) ? [] : Object.keys(json)), ...Object.values(json).flatMap(collectNames)];
}

function decodedForms(texts: readonly string[]): string[] {
  const forms = new Set<string>();
  let last = texts;
  for (let round = 0; round < MAX_DECODINGS; round++) {
    last = [...new Set(last.flatMap((text) => DECODERS.flatMap((decode) => decode(text) ?? [])))].filter(
      (form) => !forms.has(form),
    );
    for (const form of last) forms.add(form);
  }
  return [...forms];
}

/** Each decodes one encoding; undefined if the text is not encoded with it. */
const DECODERS: readonly ((text: string) => string | undefined)[] = [
  (text) => (text.includes('%') ? decodeMatches(text, /(?:%[0-9a-f]{2})+/gi, percentDecoded) : undefined),
  (text) =>
    text.includes('\\')
      ? decodeMatches(text, /\\u([0-9a-f]{4})/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(2), 16)))
      : undefined,
  (text) => {
    const compact = text.replaceAll(/\s/g, '');
    return /^(?:[0-9a-f]{2}){8,}$/i.test(compact) ? Buffer.from(compact, 'hex').toString('utf8') : undefined;
  },
  (text) => {
    const compact = text.replaceAll(/\s/g, '');
    return /^[\w+/-]{12,}={0,2}$/.test(compact) ? Buffer.from(compact, 'base64').toString('utf8') : undefined;
  },
];

function decodeMatches(text: string, pattern: RegExp, decode: (code: string) => string): string | undefined {
  const plain = text.replaceAll(pattern, decode);
  return plain === text ? undefined : plain;
}

function percentDecoded(code: string): string {
  return Buffer.from(code.replaceAll('%', ''), 'hex').toString('utf8');
}
