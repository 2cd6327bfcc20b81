import mammoth from 'mammoth';
import type { ExtractedBlock } from '../../../ports/extractor.ts';
import { parseHtml } from '../../../text/chunking/html.ts';
import { ExtractionError, encryptedFile, malformedFile } from '../extraction-error.ts';
import { checkArchive } from './docx.archive.ts';

/** UTF-16 names of the streams in which Office stores an encrypted file. */
const ENCRYPTION_MARK = Buffer.from('EncryptedPackage', 'utf16le');

/** Headings, paragraphs, lists and tables; images are ignored. A DOCX has no page numbers. */
export async function readDocx(file: Buffer): Promise<ExtractedBlock[]> {
  if (file[0] === 0xd0) rejectOfficeFile(file);
  await checkArchive(file);
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer: file },
      {
        convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
        includeDefaultStyleMap: true,
        styleMap: STYLES,
      },
    );
    return parseHtml(value);
  } catch {
    throw malformedFile('DOCX');
  }
}

/** Title and subtitle count as headings. */
const STYLES = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh"];

function rejectOfficeFile(file: Buffer): never {
  if (file.includes(ENCRYPTION_MARK)) throw encryptedFile();
  throw new ExtractionError('MISLABELLED', 'The file is named .docx but is a document in the older Office format');
}
