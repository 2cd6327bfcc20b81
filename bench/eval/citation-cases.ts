import { readFileSync } from 'node:fs';

export interface CitationCase {
  title: string;
  section: string[];
  passage: string;
  /** A sentence that cites the passage. */
  claim: string;
  isTrue: boolean;
}

/** The sentences of a file in test/data: `+` before one that its passage supports, `-` before one that it does not. */
export function citationCases(name: string): CitationCase[] {
  const file = readFileSync(new URL(`../../test/data/${name}`, import.meta.url), 'utf8');
  return file.split(/^# /m).flatMap((entry) => {
    if (entry.trim() === '') return [];
    const [head = '', ...rest] = entry.split('\n');
    const [title = '', ...section] = head.split(' > ');
    const [passage = '', ...claims] = rest.join('\n').split(/^(?=[+-] )/m);
    return claims.map((claim) => ({
      title,
      section,
      passage: passage.trim(),
      claim: claim.slice(2).trim(),
      isTrue: claim.startsWith('+'),
    }));
  });
}
