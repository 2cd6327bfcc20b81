import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of an archive, with what a liar would write about it. */
export interface ZipPart {
  name: string;
  content: Buffer;
  /** Instead of the true size. */
  statedSize?: number;
  /** Shares the bytes of another entry. */
  sameAs?: string;
  flags?: number;
}

export function zipOf(parts: readonly ZipPart[]): Buffer {
  const written: Buffer[] = [];
  const entries = new Map<string, { offset: number; packed: number; size: number; crc: number }>();
  let offset = 0;
  for (const part of parts) {
    if (part.sameAs !== undefined) continue;
    const packed = deflateRawSync(part.content, { level: 1 });
    const facts = {
      offset,
      packed: packed.length,
      size: part.statedSize ?? part.content.length,
      crc: crc32(part.content),
    };
    const bytes = Buffer.concat([header(0x04034b50, part, facts), packed]);
    entries.set(part.name, facts);
    written.push(bytes);
    offset += bytes.length;
  }
  const directory = parts.map((part) => {
    const facts = entries.get(part.sameAs ?? part.name) ?? { offset: 0, packed: 0, size: 0, crc: 0 };
    return header(0x02014b50, part, facts);
  });
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...written, ...directory, end]);
}

function header(
  signature: number,
  { name, flags = 0 }: ZipPart,
  { offset, packed, size, crc }: { offset: number; packed: number; size: number; crc: number },
): Buffer {
  const central = signature === 0x02014b50;
  const shift = central ? 2 : 0;
  const head = Buffer.alloc(central ? 46 : 30);
  head.writeUInt32LE(signature, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(20, 4 + shift);
  head.writeUInt16LE(flags, 6 + shift);
  head.writeUInt16LE(8, 8 + shift);
  head.writeUInt32LE(crc, 14 + shift);
  head.writeUInt32LE(packed, 18 + shift);
  head.writeUInt32LE(size, 22 + shift);
  head.writeUInt16LE(Buffer.byteLength(name), 26 + shift);
  if (central) head.writeUInt32LE(offset, 42);
  return Buffer.concat([head, Buffer.from(name)]);
}
