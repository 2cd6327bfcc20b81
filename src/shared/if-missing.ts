/** For `catch`: a value in place of a file or folder that does not exist; other errors are thrown. */
export function ifMissing<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code !== 'ENOENT') throw error;
    return value;
  };
}
