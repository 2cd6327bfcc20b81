/** Writes PDFs by hand, in orders and shapes that no office program would write them. */
export interface Placed {
  text: string;
  x: number;
  /** From the bottom. */
  y: number;
  size: number;
}

const PAGE = { width: 595, height: 842 };

export function textPdf(pages: readonly (readonly Placed[])[], options: { rotate?: number } = {}): Buffer {
  const contents = pages.map((page) => page.map(show).join('\n'));
  return assemble(
    contents.map((content) => ({
      content: Buffer.from(content, 'latin1'),
      resources: '<< /Font << /F1 3 0 R >> >>',
      box: options.rotate ? [PAGE.height, PAGE.width] : [PAGE.width, PAGE.height],
      rotate: options.rotate ?? 0,
    })),
  );
}

/** Pages that are nothing but a JPEG in grey. */
export function picturePdf(pictures: readonly { jpeg: Buffer; width: number; height: number }[]): Buffer {
  return assemble(
    pictures.map(() => ({
      content: Buffer.from(`q ${PAGE.width} 0 0 ${PAGE.height} 0 0 cm /Im Do Q`),
      resources: '',
      box: [PAGE.width, PAGE.height],
      rotate: 0,
    })),
    pictures,
  );
}

interface PageParts {
  content: Buffer;
  resources: string;
  box: number[];
  rotate: number;
}

function assemble(
  pages: readonly PageParts[],
  pictures: readonly { jpeg: Buffer; width: number; height: number }[] = [],
): Buffer {
  const each = pictures.length > 0 ? 3 : 2;
  const first = 4;
  const objects: Buffer[] = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(
      `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${first + at * each} 0 R`).join(' ')}] >>`,
    ),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'),
  ];
  pages.forEach(({ content, resources, box, rotate }, at) => {
    const number = first + at * each;
    const picture = pictures[at];
    const used = picture ? `<< /XObject << /Im ${number + 2} 0 R >> >>` : resources;
    objects.push(
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${box.join(' ')}] /Rotate ${rotate} /Resources ${used} /Contents ${number + 1} 0 R >>`,
      ),
    );
    objects.push(stream('', content));
    if (picture) {
      objects.push(
        stream(
          `/Type /XObject /Subtype /Image /Width ${picture.width} /Height ${picture.height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode`,
          picture.jpeg,
        ),
      );
    }
  });
  return fileOf(objects);
}

export function stream(entries: string, bytes: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}

/** Numbered from 1; the first is the catalogue. */
export function fileOf(objects: readonly Buffer[]): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  objects.forEach((object, at) => {
    const part = Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    offsets.push(length);
    length += part.length;
    parts.push(part);
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

function show({ text, x, y, size }: Placed): string {
  return `BT /F1 ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text.replaceAll(/[\\()]/g, String.raw`\$&`)}) Tj ET`;
}
