/** Matches what a spreadsheet takes for the beginning of a formula, also behind white space and in full width. */
const FORMULA = /^\s*[=+\-@\t\r\n＝＋－＠]/;
const QUOTED = /[",\r\n]/;

/** Lines in the format of RFC 4180. Callers choose the texts, so none may be a formula for the spreadsheet that opens the file. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
