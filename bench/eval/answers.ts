/** A question, and what its answer must contain in this order. Of kind `none`: the pages do not answer it. */
export interface Question {
  text: string;
  kind: 'sentence' | 'steps' | 'list' | 'code' | 'row' | 'none';
  page: string | null;
  expected: string[];
  unwanted: string[];
}

export interface Judged {
  question: Question;
  message: string;
  /** Whether the answer has all that is expected, in order, and cites its page; of kind `none`, whether it cites nothing. */
  isRight: boolean;
  /** Whether it has a part of what is expected. */
  isPartial: boolean;
  reason: string;
}

export function questionsIn(markdown: string): Question[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((entry) => {
      const [text = '', head = '', ...lines] = entry.trim().split('\n');
      const [kind, page] = head.split(' ');
      const marked = (mark: string) => lines.flatMap((line) => (line.startsWith(`${mark} `) ? [line.slice(2)] : []));
      return {
        text,
        kind: kind as Question['kind'],
        page: page ?? null,
        expected: marked('+'),
        unwanted: marked('-'),
      };
    });
}

/** By rule: nobody's taste decides. */
export function judge(question: Question, message: string, cited: readonly string[]): Judged {
  const { kind, page, expected, unwanted } = question;
  const judged = (reason: string, isPartial = false) => ({
    question,
    message,
    isRight: reason === '',
    isPartial,
    reason,
  });
  if (kind === 'none') return judged(cited.length > 0 ? 'answered, though nothing fits' : '');
  if (cited.length === 0) return judged('not answered');
  const text = plain(message);
  const missing = expected.filter((part) => !text.includes(plain(part)));
  const isPartial = missing.length < expected.length;
  if (missing.length > 0) return judged(`missing: ${missing.join(' | ')}`, isPartial);
  if (!isInOrder(text, expected)) return judged('in another order', true);
  if (unwanted.some((part) => text.includes(plain(part)))) return judged('with something wrong', true);
  if (page !== null && !cited.includes(page)) return judged(`cites ${cited.join(', ')}`, true);
  return judged('');
}

function isInOrder(text: string, expected: readonly string[]): boolean {
  let from = 0;
  for (const part of expected) {
    const at = text.indexOf(plain(part), from);
    if (at < 0) return false;
    from = at + 1;
  }
  return true;
}

/** Without marks, markers of citations and white space. */
function plain(text: string): string {
  return text
    .replaceAll(/\[([^\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/(?<!\\)\[\d+\]/g, '')
    .replaceAll(/[\s`*_\\|"'’]+/g, '')
    .toLowerCase();
}

export function table(judged: readonly Judged[], isVerbose: boolean): string {
  const lines: string[] = [];
  for (const [kind, all] of Map.groupBy(judged, ({ question }) => question.kind)) {
    lines.push(`${kind.padEnd(10)}${countOf(all)}`);
  }
  const answerable = judged.filter(({ question }) => question.kind !== 'none');
  lines.push(`${'answers'.padEnd(10)}${countOf(answerable)}`);
  for (const { question, isRight, isPartial, reason, message } of judged) {
    if (!isRight) lines.push(`${isPartial ? 'part ' : 'wrong'} ${question.text} ${reason}`);
    if (isVerbose) lines.push(message.replaceAll(/^/gm, '      '), '');
  }
  return lines.join('\n');
}

function countOf(all: readonly Judged[]): string {
  const right = all.filter(({ isRight }) => isRight).length;
  const partial = all.filter(({ isRight, isPartial }) => !isRight && isPartial).length;
  return `${right} of ${all.length} right, ${partial} in part`;
}
