import { crc32, deflateRawSync, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** A picture of the format, left half red, right half blue. */
export async function picture(
  format: 'png' | 'jpeg' | 'webp' | 'gif',
  { width = 80, height = 40 }: { width?: number; height?: number } = {},
): Promise<Buffer> {
  const half = { width: Math.floor(width / 2), height, channels: 3 as const };
  const blue = await sharp({ create: { ...half, background: '#0000ff' } })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } })
    .composite([{ input: blue, left: Math.ceil(width / 2), top: 0 }])
    .toFormat(format)
    .toBuffer();
}

/** A picture that nothing makes small. */
export function noise(width: number, height: number): Promise<Buffer> {
  const create = { width, height, channels: 3 as const, background: '#808080' };
  return sharp({ create: { ...create, noise: { type: 'gaussian', mean: 128, sigma: 50 } } })
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** A PNG of that size in a few kilobytes: its header says so, and its rows are all the same. */
export function hugePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(Math.min(20_000_000, height * (Math.ceil(width / 8) + 1))), { level: 9 });
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A zip of these parts. */
export function zip(parts: Readonly<Record<string, string>>): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(parts)) {
    const [raw, packed] = [Buffer.from(text), deflateRawSync(text)];
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(raw), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(raw.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const file = Buffer.concat([Buffer.from('504b0304', 'hex'), facts, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('504b01021400', 'hex'), facts, place, Buffer.from(name));
    files.push(file);
    offset += file.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('504b0506', 0, 'hex');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, entries, end]);
}

export const docx = zip({
  '[Content_Types].xml': '<Types/>',
  'word/document.xml': '<w:document><w:body><w:p><w:r><w:t>Hello</w:t></w:r></w:p></w:body></w:document>',
});

/** The beginning of an old Word file, as far as it tells one. */
export const doc = Buffer.concat([
  Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  Buffer.alloc(100_000),
  Buffer.from('WordDocument', 'utf16le'),
  Buffer.alloc(100),
]);

export const svg =
  '<?xml version="1.0"?>\n<!-- a drawing -->\n<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>';
export const scriptSvg =
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>fetch("/steal")</script></svg>';

/** A box of an MP4 and as many bytes as it takes to reach the size. */
export function mp4(bytes = 1_000): Buffer {
  const start = Buffer.from('000000206674797069736f6d0000020069736f6d69736f32617663316d703431', 'hex');
  return Buffer.concat([start, Buffer.alloc(Math.max(0, bytes - start.length))]);
}

export const mp3 = Buffer.concat([Buffer.from('494433040000000000', 'hex'), Buffer.alloc(500)]);

export const webm = Buffer.concat([
  Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806700', 'hex'),
  Buffer.alloc(500),
]);

export const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF');

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), content]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(content.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
