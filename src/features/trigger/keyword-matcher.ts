import { comparable, parseKeywordPattern } from './keyword-pattern.ts';

/**
 * Scripts written without spaces: there a word is found wherever its characters stand. The Japanese marks `ー` and `〆`
 * belong to no one script.
 */
const SPACELESS = String.raw`\u30fc\u3006\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}`;
/** A character of a spaceless script, a word, or any other single character that is not white space. */
const TOKEN = new RegExp(String.raw`[${SPACELESS}]|(?:(?![${SPACELESS}])[\p{L}\p{N}\p{M}_])+|[^\s]`, 'gu');

/** Phrases by their tokens, one after the other. */
interface Node {
  next: Map<string, Node>;
  /** Alternatives that ask for the phrase that ends here, by number. */
  alternatives: number[];
}

interface CompiledAlternative {
  trigger: number;
  /** How many phrases must be there. */
  needed: number;
}

/**
 * All keyword triggers of a site, compiled: a message is read once, and each of its words is looked up. The time depends on
 * the message and on what it matches, hardly on how many triggers there are.
 */
export class KeywordMatcher {
  private readonly root = newNode();
  private readonly exact = new Map<string, number[]>();
  private readonly alternatives: CompiledAlternative[] = [];

  /** @param patterns valid ones, in the order in which they are checked */
  constructor(patterns: readonly string[]) {
    patterns.forEach((pattern, trigger) => {
      for (const alternative of parseKeywordPattern(pattern)) {
        if ('exact' in alternative) append(this.exact, alternative.exact, trigger);
        else this.add(alternative.all, trigger);
      }
    });
  }

  /** Which patterns match, by number, rising. */
  match(message: string): number[] {
    const text = comparable(message);
    const matched = new Set(this.exact.get(text));
    const counts = new Map<number, number>();
    for (const number of this.wantedBy(text)) {
      const alternative = this.alternatives[number];
      if (!alternative) continue;
      const count = (counts.get(number) ?? 0) + 1;
      counts.set(number, count);
      if (count === alternative.needed) matched.add(alternative.trigger);
    }
    return [...matched].toSorted((a, b) => a - b);
  }

  private add(all: readonly string[], trigger: number): void {
    const number = this.alternatives.push({ trigger, needed: all.length }) - 1;
    for (const phrase of all) {
      let node = this.root;
      for (const token of tokens(phrase)) {
        let next = node.next.get(token);
        if (!next) node.next.set(token, (next = newNode()));
        node = next;
      }
      node.alternatives.push(number);
    }
  }

  /** The alternatives that ask for a phrase of the text, once for each such phrase. */
  private wantedBy(text: string): number[] {
    const words = tokens(text);
    const found = new Set<Node>();
    for (let start = 0; start < words.length; start++) {
      let node: Node | undefined = this.root;
      for (let at = start; node && at < words.length; at++) {
        node = node.next.get(words[at] ?? '');
        if (node && node.alternatives.length > 0) found.add(node);
      }
    }
    return [...found].flatMap((node) => node.alternatives);
  }
}

/** Never empty for a text that is not: whatever is no word is a token by itself. */
function tokens(text: string): string[] {
  return text.match(TOKEN) ?? [];
}

function newNode(): Node {
  return { next: new Map(), alternatives: [] };
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
