import { beforeAll, describe, expect, test } from 'vitest';
import { useService, useSite } from '../../support/use-service.ts';
import { doc, docx, hugePng, mp3, mp4, pdf, picture, scriptSvg, svg, webm, zip } from './sample-files.ts';
import { cdn, sendForm, upload } from './uploading.ts';

const service = useService();
const site = useSite(service);
let png: Buffer<ArrayBuffer>;

beforeAll(async () => {
  png = Buffer.from(await picture('png'));
});

describe('name, declared type and content agree', () => {
  test('every type of the interface is taken by what it is', async () => {
    const files: Record<string, Buffer | string> = {
      'a.jpg': await picture('jpeg'),
      'a.jpeg': await picture('jpeg'),
      'a.png': png,
      'a.gif': await picture('gif'),
      'a.webp': await picture('webp'),
      'a.svg': svg,
      'script.svg': scriptSvg,
      'a.pdf': pdf,
      'a.docx': docx,
      'a.doc': doc,
      'a.txt': 'Grüße',
      'utf16.txt': Buffer.from('Grüße an alle', 'utf16le'),
      'latin1.txt': Buffer.from('Grüße', 'latin1'),
      'a.md': '# Title',
      'a.html': '<!doctype html><p>Hello',
      'a.mp4': mp4(),
      'a.mp3': mp3,
      'a.webm': webm,
    };
    for (const [name, content] of Object.entries(files)) {
      const { status, body } = await sendForm(site, name, Buffer.from(content as string));
      expect([name, status, body.error]).toEqual([name, 200, undefined]);
    }
  });

  test('what is something else under another name is rejected', async () => {
    const gif = await picture('gif');
    const jpeg = await picture('jpeg');
    const files: Record<string, Buffer | string> = {
      'png named.jpg': png,
      'gif named.png': gif,
      'html named.png': '<html><script>alert(1)</script>',
      'svg named.png': svg,
      'truncated.png': png.subarray(0, png.length / 2),
      'truncated.jpg': jpeg.subarray(0, jpeg.length / 2),
      'header only.png': png.subarray(0, 8),
      'empty.png': '',
      'huge.png': hugePng(50_000, 50_000),
      'wide.png': hugePng(60_000, 1_000),
      'zip named.docx': zip({ 'a.txt': 'Hello' }),
      'almost.docx': zip({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '' }),
      'text named.docx': 'PK\u0003\u0004 but no zip',
      'cut.docx': docx.subarray(0, 40),
      'docx named.doc': docx,
      'compound but no word.doc': Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(5_000)]),
      'text named.pdf': 'Hello',
      'docx named.pdf': docx,
      'binary.txt': Buffer.from([1, 2, 3, 0, 0, 0, 255]),
      'elf.txt': Buffer.from('7f454c4602010100000000000000000002003e0001000000', 'hex'),
      'pdf named.txt': pdf,
      'png named.md': png,
      'plain.html': 'no tag at all',
      'no drawing.svg': '<html><svg/></html>',
      'entities.svg': '<!DOCTYPE svg [<!ENTITY a "aa">]><svg>&a;</svg>',
      'text named.mp4': 'Hello',
      'playlist named.mp4': '#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd',
      'text named.mp3': 'Hello',
      'mp4 named.webm': mp4(),
    };
    for (const [name, content] of Object.entries(files)) {
      const { status, body } = await sendForm(site, name, Buffer.from(content as string));
      const error = /^(File type not supported|Image is damaged|Image exceeds maximum of 50 megapixels)$/;
      expect([name, status]).toEqual([name, 400]);
      expect(body.error).toMatch(error);
    }
    const rows = service.app.database.forSite(site.id, 'background');
    const names = Object.keys(files);
    expect(await rows.rows(`select file_name from asset where file_name = any($1)`, [names])).toEqual([]);
  });

  test('a picture with a page behind it stays a picture: it is served as that and as nothing else', async () => {
    const polyglot = Buffer.concat([await picture('gif'), Buffer.from('<html><script>alert(1)</script></html>')]);
    const key = await upload(site, 'polyglot.gif', polyglot);
    const { headers } = await cdn(site, key);
    expect(headers.get('content-type')).toBe('image/gif');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});
