import { comparable, parseKeywordPattern } from './keyword-pattern.ts';

/**
 * Scripts written without spaces: there a word is found wherever its characters stand. The Japanese marks `ー` and `〆`
 * belong to no one script.
 */
const SPACELESS = String.raw`\u30fc\u3006\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}`;
/** A character of a spaceless script, a word, or any other single character that is not white space. */
const TOKEN = new RegExp(String.raw`[${SPACELESS}]|(?:(?![${SPACELESS}])[\p{L}\p{N}\p{M}_])+|[^\s]`, 'gu');

/** Phrases by their tokens, one after the other: the trie of Aho and Corasick. */
interface Node {
  next: Map<string, Node>;
  /** How many alternatives ask for the phrase that ends here. */
  uses: number;
  /** Those that are looked at when the phrase is found. */
  alternatives: Alternative[];
  /** Where to go on when no phrase goes on here: at the longest end of what was read that begins another. */
  otherwise: Node | null;
  /** The next longest phrase that ends here too. */
  shorter: Node | null;
}

interface Alternative {
  trigger: number;
  /** The ends of the phrases that must all be there. */
  phrases: readonly Node[];
}

/**
 * All keyword triggers of a site, compiled: a message is read once, from its first word to its last. The time depends on
 * the message and on what it matches, not on how many triggers there are nor on how long they are.
 */
export class KeywordMatcher {
  private readonly root = newNode();
  private readonly exact = new Map<string, number[]>();

  /** @param patterns valid ones, in the order in which they are checked */
  constructor(patterns: readonly string[]) {
    const alternatives: Alternative[] = [];
    patterns.forEach((pattern, trigger) => {
      for (const alternative of parseKeywordPattern(pattern)) {
        if ('exact' in alternative) append(this.exact, alternative.exact, trigger);
        else alternatives.push({ trigger, phrases: alternative.all.map((phrase) => this.add(phrase)) });
      }
    });
    // Looked at only when its rarest phrase is found: a word that a thousand triggers ask for, beside others, costs nothing.
    for (const alternative of alternatives) rarest(alternative.phrases).alternatives.push(alternative);
    this.link();
  }

  /** Which patterns match, by number, rising. */
  match(message: string): number[] {
    const text = comparable(message);
    const matched = new Set(this.exact.get(text));
    const found = this.phrasesIn(text);
    for (const { alternatives } of found) {
      for (const { trigger, phrases } of alternatives) {
        if (phrases.length === 1 || phrases.every((phrase) => found.has(phrase))) matched.add(trigger);
      }
    }
    return [...Uint32Array.from(matched).toSorted()];
  }

  private add(phrase: string): Node {
    let node = this.root;
    for (const token of tokens(phrase)) {
      let next = node.next.get(token);
      if (!next) node.next.set(token, (next = newNode()));
      node = next;
    }
    node.uses++;
    return node;
  }

  /** Level by level, as a node's links go to higher levels only. */
  private link(): void {
    let level = [this.root];
    while (level.length > 0) {
      level = level.flatMap((node) =>
        [...node.next].map(([token, child]) => {
          const otherwise = node.otherwise ? this.step(node.otherwise, token) : this.root;
          child.otherwise = otherwise;
          child.shorter = otherwise.uses > 0 ? otherwise : otherwise.shorter;
          return child;
        }),
      );
    }
  }

  private step(from: Node, token: string): Node {
    for (let node: Node | null = from; node; node = node.otherwise) {
      const next = node.next.get(token);
      if (next) return next;
    }
    return this.root;
  }

  /** The phrases of triggers that the text has. */
  private phrasesIn(text: string): Set<Node> {
    const found = new Set<Node>();
    let node = this.root;
    for (const token of tokens(text)) {
      node = this.step(node, token);
      let end: Node | null = node.uses > 0 ? node : node.shorter;
      for (; end && !found.has(end); end = end.shorter) found.add(end);
    }
    return found;
  }
}

function rarest(phrases: readonly Node[]): Node {
  return phrases.reduce((rare, phrase) => (phrase.uses < rare.uses ? phrase : rare));
}

/** Never empty for a text that is not: whatever is no word is a token by itself. */
function tokens(text: string): string[] {
  return text.match(TOKEN) ?? [];
}

function newNode(): Node {
  return { next: new Map(), uses: 0, alternatives: [], otherwise: null, shorter: null };
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
