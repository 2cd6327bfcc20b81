const BYTE_ORDER_MARKS = [
  [0xef, 0xbb, 0xbf],
  [0xff, 0xfe],
  [0xfe, 0xff],
];

/** Text in any charset: without control characters, which only binary files have. */
export function isText(head: Buffer): boolean {
  if (isUtf16(head)) return true;
  return head.every((byte) => byte >= 0x20 || TEXT_CONTROLS.has(byte));
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
  const encoding = isUtf16(head) ? (isBigEndian(head) ? 'utf-16be' : 'utf-16le') : 'utf-8';
  return new TextDecoder(encoding).decode(head);
}

/** With a byte order mark, or with every other byte zero, as Latin text in UTF-16. */
function isUtf16(head: Buffer): boolean {
  if (BYTE_ORDER_MARKS.slice(1).some((mark) => mark.every((byte, index) => head[index] === byte))) return true;
  const [even, odd] = zeros(head);
  const pairs = head.length / 2;
  return pairs >= 2 && ((odd > pairs * 0.6 && even < pairs * 0.05) || (even > pairs * 0.6 && odd < pairs * 0.05));
}

function isBigEndian(head: Buffer): boolean {
  if (head[0] === 0xfe && head[1] === 0xff) return true;
  const [even, odd] = zeros(head);
  return even > odd;
}

function zeros(head: Buffer): [even: number, odd: number] {
  let [even, odd] = [0, 0];
  for (const [index, byte] of head.entries()) {
    if (byte === 0 && index % 2 === 0) even += 1;
    else if (byte === 0) odd += 1;
  }
  return [even, odd];
}
