import type { Readable } from 'node:stream';

/** A file as it arrives in a form; its content is read once, while it is on its way. */
export class UploadedFile {
  readonly fileName: string;
  /** What the sender says it is; empty when it says nothing. */
  readonly contentType: string;
  readonly content: Readable;

  constructor(fileName: string, contentType: string, content: Readable) {
    this.fileName = fileName;
    this.contentType = contentType;
    this.content = content;
  }
}
