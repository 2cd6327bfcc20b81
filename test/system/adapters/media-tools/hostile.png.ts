import { deflateSync } from 'node:zlib';
import { u32 } from './boxes.ts';

/** A PNG of one colour: small, whatever its size. */
export function png(width: number, height: number): Buffer {
  const chunk = (type: string, content: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), content]);
    return Buffer.concat([u32(content.length), body, u32(crc(body))]);
  };
  const header = Buffer.concat([u32(width, height), Buffer.from([1, 0, 0, 0, 0])]);
  const rows = Math.min(height, 20_000);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc(bytes: Buffer): number {
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return ~value;
}
