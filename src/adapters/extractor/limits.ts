/** Maximum size of a file, the same as for the upload of a document. */
export const MAX_FILE_BYTES = 50 * 1024 * 1024;
/** Maximum text length of a document, the same as for a document created over the API. */
export const MAX_CHARACTERS = 10_000_000;
export const MAX_BLOCKS = 200_000;
export const MAX_PAGES = 5_000;
/** Maximum number of pages read by OCR; further pages are skipped and reported in a note. */
export const MAX_OCR_PAGES = 200;

/** A text page needs a tenth of this memory, a scanned one a third. */
export const PROCESS_LIMITS = { memoryKb: 1_500_000, heapMb: 512, cpuSeconds: 4_000, niceness: 10 };

/** The time limits of a file in all, and without progress; a page that is read by OCR has some more. */
export const TIME_LIMITS = { stallMs: 60_000, totalMs: 180_000 };
export const OCR_PAGE_MS = 10_000;
