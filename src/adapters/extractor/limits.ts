/** Most bytes of a file: what an upload of a document may have. */
export const MOST_FILE_BYTES = 50 * 1024 * 1024;
/** Most text of a document, as for one that is written over the API. */
export const MOST_CHARACTERS = 10_000_000;
export const MOST_BLOCKS = 200_000;
export const MOST_PAGES = 5_000;
/** Pages read from their pictures; those beyond are left out, and a note says so. */
export const MOST_OCR_PAGES = 200;

/** A text page takes a tenth of this memory, a scanned one a third. */
export const PROCESS_LIMITS = { memoryKb: 1_500_000, heapMb: 512, cpuSeconds: 4_000, niceness: 10 };

/** Without any progress for this long it is given up. */
export const STALL_MS = 60_000;
/** Longest work on a file, and what each page that is read from its picture adds. */
export const TOTAL_MS = 180_000;
export const OCR_PAGE_MS = 10_000;
