import { getOrAdd } from '../../shared/get-or-add.ts';
import { type Steps, runSteps } from '../../shared/loop-scheduler.ts';
import { type Alternative as ParsedAlternative, toComparable, parseKeywordPattern } from './keyword-pattern.ts';

/**
 * Scripts without spaces: a word is found wherever its characters occur. The Japanese marks `ー` and `〆` belong to
 * several scripts.
 */
const SPACELESS = String.raw`\u30fc\u3006\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}`;
/** A character of such a script, a word, or any other single character that is not white space. */
const TOKEN = new RegExp(String.raw`[${SPACELESS}]|(?:(?![${SPACELESS}])[\p{L}\p{N}\p{M}_])+|[^\s]`, 'gu');

/** Nodes between two interruptions. */
const LINKED_AT_ONCE = 500;

/** Phrases by their tokens: the trie of the Aho-Corasick algorithm. */
interface Node {
  next: Map<string, Node>;
  /** Number of alternatives that contain the phrase that ends here. */
  uses: number;
  /** Alternatives that are checked when the phrase is found. */
  alternatives: Alternative[];
  /** Failure link: the longest suffix of the read text that is a prefix of another phrase. */
  otherwise: Node | null;
  /** Output link: the next longest phrase that ends here too. */
  shorter: Node | null;
}

type Parse = (pattern: string) => ParsedAlternative[];

interface Alternative {
  trigger: number;
  /** The ends of the phrases that must all be found. */
  phrases: readonly Node[];
}

/**
 * All keyword triggers of a site, compiled: a message is read once. The time depends on the message and its matches,
 * not on the number and length of triggers.
 */
export class KeywordMatcher {
  private readonly root = newNode();
  private readonly exact = new Map<string, number[]>();
  private readonly alternatives: Alternative[] = [];

  /** @param patterns valid ones, in the order in which they are checked */
  constructor(patterns: readonly string[], parse: Parse = parseKeywordPattern) {
    runSteps(this.fill(patterns, parse));
  }

  /** The same, but can be interrupted. */
  static *build(patterns: readonly string[]): Steps<KeywordMatcher> {
    const matcher = new KeywordMatcher([]);
    yield* matcher.fill(patterns, parseKeywordPattern);
    return matcher;
  }

  /** Indexes of the matching patterns, ascending. */
  match(message: string): number[] {
    const text = toComparable(message);
    const matches = new Set(this.exact.get(text));
    const nodes = this.findPhrases(text);
    for (const { alternatives } of nodes) {
      for (const { trigger, phrases } of alternatives) {
        if (phrases.length === 1 || phrases.every((phrase) => nodes.has(phrase))) matches.add(trigger);
      }
    }
    return [...Uint32Array.from(matches).toSorted()];
  }

  /** Indexes of up to `max` patterns of which a part occurs in the message, ascending. */
  near(message: string, max: number): number[] {
    const nodes = this.findPhrases(toComparable(message));
    const near = new Set<number>();
    for (const { trigger, phrases } of this.alternatives) {
      if (near.size === max) break;
      if (phrases.some((phrase) => nodes.has(phrase))) near.add(trigger);
    }
    return [...near];
  }

  /**
   * The first pattern before an index that matches every message with all of these phrases; null if there is none.
   * Patterns in brackets compare the whole message, so they match no such message for certain.
   */
  firstImplied(phrases: readonly string[], before: number): number | null {
    const nodes = new Set(phrases.flatMap((phrase) => [...this.findPhrases(phrase)]));
    let first = before;
    for (const { alternatives } of nodes) {
      for (const { trigger, phrases: needed } of alternatives) {
        if (trigger >= first) break;
        if (needed.every((phrase) => nodes.has(phrase))) first = trigger;
      }
    }
    return first < before ? first : null;
  }

  private *fill(patterns: readonly string[], parse: Parse): Steps<void> {
    for (const [trigger, pattern] of patterns.entries()) {
      this.addAlternatives(trigger, parse(pattern));
      yield;
    }
    // Only checked when its rarest phrase is found, so that a word in a thousand triggers costs nothing.
    for (const alternative of this.alternatives) rarest(alternative.phrases).alternatives.push(alternative);
    yield* this.link();
  }

  private addAlternatives(trigger: number, alternatives: readonly ParsedAlternative[]): void {
    for (const alternative of alternatives) {
      if ('exact' in alternative) getOrAdd(this.exact, alternative.exact, () => []).push(trigger);
      else this.alternatives.push({ trigger, phrases: alternative.all.map((phrase) => this.add(phrase)) });
    }
  }

  private add(phrase: string): Node {
    let node = this.root;
    for (const token of tokens(phrase)) node = getOrAdd(node.next, token, newNode);
    node.uses++;
    return node;
  }

  /** Level by level, because a node's links point to higher levels only. */
  private *link(): Steps<void> {
    const nodes = [this.root];
    for (const [at, node] of nodes.entries()) {
      for (const [token, child] of node.next) {
        const otherwise = node.otherwise ? this.step(node.otherwise, token) : this.root;
        child.otherwise = otherwise;
        child.shorter = otherwise.uses > 0 ? otherwise : otherwise.shorter;
        nodes.push(child);
      }
      if (at % LINKED_AT_ONCE === 0) yield;
    }
  }

  private step(from: Node, token: string): Node {
    for (let node: Node | null = from; node; node = node.otherwise) {
      const next = node.next.get(token);
      if (next) return next;
    }
    return this.root;
  }

  /** The phrases of triggers in the text. */
  private findPhrases(text: string): Set<Node> {
    const nodes = new Set<Node>();
    let node = this.root;
    for (const token of tokens(text)) {
      node = this.step(node, token);
      let end: Node | null = node.uses > 0 ? node : node.shorter;
      for (; end && !nodes.has(end); end = end.shorter) nodes.add(end);
    }
    return nodes;
  }
}

function rarest(phrases: readonly Node[]): Node {
  return phrases.reduce((rare, phrase) => (phrase.uses < rare.uses ? phrase : rare));
}

/**
 * Splits a text into tokens. The result is not empty for a text that is not empty: every other character is a token.
 */
function tokens(text: string): string[] {
  return text.match(TOKEN) ?? [];
}

function newNode(): Node {
  return { next: new Map(), uses: 0, alternatives: [], otherwise: null, shorter: null };
}
