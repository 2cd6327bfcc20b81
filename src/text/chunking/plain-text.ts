import type { TextBlock } from './types.ts';

/** Paragraphs, separated by empty lines. */
export function parseText(text: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  let lines: string[] = [];
  for (const line of [...unifyLines(text).split('\n'), '']) {
    if (line.trim()) lines.push(line.trimEnd());
    else if (lines.length > 0) {
      blocks.push({ kind: 'paragraph', text: lines.join('\n').trim() });
      lines = [];
    }
  }
  return blocks;
}

/** Line ends as `\n`, without a byte order mark. */
export function unifyLines(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replace(/^\ufeff/, '');
}
