/** Text in any charset: without control characters, which only binary files have. */
export function isText(head: Buffer): boolean {
  return detectEncoding(head) !== 'utf-8' || head.every((byte) => byte >= 0x20 || TEXT_CONTROLS.has(byte));
}

/** Text with a tag near its beginning. */
export function isHtml(head: Buffer): boolean {
  return isText(head) && /<[a-z!?/]/i.test(readable(head));
}

/** Its root element is svg, after what XML allows before it; and it declares no entities. */
export function isSvg(head: Buffer): boolean {
  const text = readable(head);
  return isText(head) && PROLOG_AND_ROOT.test(text) && !/<!ENTITY/i.test(text);
}

const TEXT_CONTROLS = new Set([0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a, 0x1b]);

const PROLOG_AND_ROOT =
  /^\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:(?:<!--(?:(?!-->)[^]){0,8192}-->|<!DOCTYPE\s+svg[^>[]{0,300}(?:\[[^\]]{0,2000}\]\s*)?>|<\?[^>]{0,1000}\?>)\s*)*<(?:svg:)?svg[\s>/]/i;

function readable(head: Buffer): string {
  return new TextDecoder(detectEncoding(head)).decode(head);
}

/** UTF-16 with a byte order mark, or with every other byte zero, as Latin text has it; otherwise UTF-8. */
function detectEncoding(head: Buffer): 'utf-16le' | 'utf-16be' | 'utf-8' {
  const mark = head.subarray(0, 2).toString('hex');
  if (mark === 'fffe') return 'utf-16le';
  if (mark === 'feff') return 'utf-16be';
  let [even, odd] = [0, 0];
  for (const [index, byte] of head.entries()) {
    if (byte === 0 && index % 2 === 0) even += 1;
    else if (byte === 0) odd += 1;
  }
  const pairs = head.length / 2;
  const isUtf16 = (many: number, few: number): boolean => pairs >= 2 && many > pairs * 0.6 && few < pairs * 0.05;
  if (isUtf16(odd, even)) return 'utf-16le';
  return isUtf16(even, odd) ? 'utf-16be' : 'utf-8';
}
