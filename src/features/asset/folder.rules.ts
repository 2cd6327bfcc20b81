/** Paths stay short enough to be part of an object key. */
export const MOST_DEPTH = 7;
export const MOST_FOLDERS = 5_000;
