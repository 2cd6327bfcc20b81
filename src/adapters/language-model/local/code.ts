/**
 * Whether a paragraph is code. Passages are plain text, in which nothing marks code: its lines are known by what prose does
 * not have.
 * @param isBelowCode whether the paragraph before it is code
 */
export function isCode(lines: readonly string[], isBelowCode: boolean): boolean {
  const text = lines.join('\n').trim();
  if (/^(?:[-*+•]|\d{1,9}[.)])\s/.test(text)) return false;
  if (COMMAND.test(text) || STATEMENT.test(text) || lines.every((line) => SETTING.test(line))) return true;
  if (isProse(text)) return false;
  const marks = text.match(MARKS)?.length ?? 0;
  const isIndented = lines.length > 1 && lines.some((line) => /^(?: {2}|\t)\s*\S/.test(line));
  const ends = lines.filter((line) => /[{}()[\];,>]$|^\s*(?:\/\/|#!|<\/?\w)/.test(line.trimEnd())).length;
  return marks >= MIN_MARKS * text.length && (isBelowCode || isIndented || 2 * ends >= lines.length);
}

const COMMAND =
  /^(?:\$ )?(?:(?:sudo|npm|npx|yarn|pnpm|node|docker|git|curl|wget|pip3?|apt(?:-get)?|brew|cargo|go|make|cd|export|psql|kubectl|gcloud|systemctl|runuser|install|mkdir|cp|mv|chmod|echo) (?:[-\w./@$~:"'<>|&=]+)(?: [-\w./@$~:"'{}<>|&=*]+)*(?: \\)?(?:\n|$)|[A-Z][A-Z0-9_]+=\S+)/;
/** `key: value`, `key = value`, `KEY=value`. */
const SETTING = /^\s*(?:#.*|["']?[\w.-]+["']?(?:\s*=\s*\S.*|:(?: [^.!?]{1,60})?))$/;
const STATEMENT =
  /^(?:\/\/|\/\*|(?:import|export|const|let|var|function|class|async|await|return|def|package|using|type|interface)\s[^.]*['"({=;])/;
const MARKS = /[{}()[\];=<>$\\|"'`]|=>|::|->/g;
const MIN_MARKS = 0.04;

/** Begins like a sentence and ends like one, with several words between. */
function isProse(text: string): boolean {
  const words = text.match(/(?:^|\s)\p{L}[\p{L}’'-]*(?=[\s,.;:!?]|$)/gu)?.length ?? 0;
  return words >= 4 && /^\p{Lu}/u.test(text) && /[.!?:)]["'”’)]*$/.test(text) && !/[{;]\n/.test(text);
}
