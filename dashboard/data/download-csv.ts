export interface CsvPart {
  csv: string;
  hasMore: boolean;
  endCursor?: string | null;
}

/** Reads a list in parts and gives them to the browser as one file. */
export async function downloadCsv(name: string, read: (after: string | null) => Promise<CsvPart>): Promise<void> {
  const parts: string[] = [];
  let after: string | null = null;
  do {
    const part: CsvPart = await read(after);
    parts.push(part.csv);
    after = part.hasMore ? (part.endCursor ?? null) : null;
  } while (after !== null);
  download(new Blob(parts, { type: 'text/csv;charset=utf-8' }), name);
}

function download(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
