import type { Readable } from 'node:stream';

/** A file in a form; its content is a stream that can be read once. */
export class UploadedFile {
  readonly fileName: string;
  /** The declared type; empty if there is none. */
  readonly contentType: string;
  readonly content: Readable;

  constructor(fileName: string, contentType: string, content: Readable) {
    this.fileName = fileName;
    this.contentType = contentType;
    this.content = content;
  }
}
