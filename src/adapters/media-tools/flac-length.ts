/** The first block of a FLAC file, `STREAMINFO`, has the number of samples in 36 bits from the middle of this byte. */
const SAMPLES_OFFSET = 21;
const RATE = 16_000;

/** Enters the length in a FLAC file that ffmpeg wrote to a pipe, where it could not go back to enter it. */
export function withLength(flac: Buffer, seconds: number): Buffer {
  if (flac.length < SAMPLES_OFFSET + 5 || flac.toString('latin1', 0, 4) !== 'fLaC') return flac;
  // 120 seconds need fewer than 32 bits.
  flac.writeUInt32BE(Math.round(seconds * RATE), SAMPLES_OFFSET + 1);
  return flac;
}
