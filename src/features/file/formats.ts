import type { DocumentFormat } from '../../ports/extractor.ts';

const FORMATS: Readonly<Record<string, DocumentFormat>> = {
  pdf: 'pdf',
  docx: 'docx',
  doc: 'doc',
  txt: 'txt',
  md: 'md',
  markdown: 'md',
  html: 'html',
  htm: 'html',
};

/** Returns the format by the extension of the name; undefined if it is not supported. */
export function findFormat(fileName: string): DocumentFormat | undefined {
  const extension = /\.([a-z]{1,10})$/i.exec(fileName.trim())?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(FORMATS, extension) ? FORMATS[extension] : undefined;
}

/** Uploads of these are indexed automatically; HTML and old Office files are not. */
export function isIndexedOnUpload(format: DocumentFormat): boolean {
  return format === 'pdf' || format === 'docx' || format === 'txt' || format === 'md';
}
