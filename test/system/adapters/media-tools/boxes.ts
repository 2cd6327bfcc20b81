/** A box of an MP4 file, whose content may be boxes again. */
export function box(type: string, ...contents: readonly Uint8Array[]): Buffer {
  const size = contents.reduce((sum, { length }) => sum + length, 8);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(size, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, ...contents]);
}

/** The content of the first box of this type anywhere in the file, which can be changed in place. */
export function contentOf(file: Buffer, type: string): Buffer {
  const at = file.indexOf(type, 0, 'latin1');
  if (at < 4) throw new Error(`The file has no box ${type}`);
  return file.subarray(at + 4, at - 4 + file.readUInt32BE(at - 4));
}

export function u32(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number >>> 0, index * 4);
  return bytes;
}

/** The file with its first track this many times. */
export function withTracks(file: Buffer, count: number): Buffer {
  const at = file.indexOf('moov', 0, 'latin1') - 4;
  const moov = contentOf(file, 'moov');
  const track = moov.indexOf('trak', 0, 'latin1') - 4;
  const one = moov.subarray(track, track + moov.readUInt32BE(track));
  const copies = Array.from({ length: count }, () => one);
  return Buffer.concat([file.subarray(0, at), box('moov', moov.subarray(0, track), ...copies)]);
}
