/** Most bytes of a file: what an upload of a document may have. */
export const MOST_FILE_BYTES = 50 * 1024 * 1024;
/** Most text of a document, as for one that is written over the API. */
export const MOST_CHARACTERS = 10_000_000;
export const MOST_BLOCKS = 200_000;
export const MOST_PAGES = 5_000;
/** Pages read from their pictures; those beyond are left out, and a note says so. */
export const MOST_OCR_PAGES = 200;

/** What a process may hold, heap and all; the kernel refuses it more. A text page takes a tenth of this, a scanned one a third. */
export const PROCESS_MEMORY_KB = 1_500_000;
export const HEAP_MB = 512;

/** What a process may compute: one whose service was killed goes on by itself, and is not to go on for ever. */
export const PROCESS_CPU_SECONDS = 4_000;
/** How far it stands back for others where the processors are busy, as `nice` has it. */
export const PROCESS_NICENESS = 10;

/** Without any progress for this long it is given up. */
export const STALL_MS = 60_000;
/** Longest work on a file, and what each page that is read from its picture adds. */
export const TOTAL_MS = 180_000;
export const OCR_PAGE_MS = 10_000;
