import type { Readable } from 'node:stream';

/** The value of a variable of type `Upload`: a file that the request may not have sent yet. */
export abstract class SentFile {
  /** Waits until the file begins. Each call is answered with a stream of its own, or rejected with 400. */
  abstract open(): Promise<UploadedFile>;
}

/** A file in a form; its content is a stream that can be read once. */
export class UploadedFile extends SentFile {
  readonly fileName: string;
  /** The declared type; empty if there is none. */
  readonly contentType: string;
  readonly content: Readable;

  constructor(fileName: string, contentType: string, content: Readable) {
    super();
    this.fileName = fileName;
    this.contentType = contentType;
    this.content = content;
  }

  async open(): Promise<this> {
    return this;
  }
}
