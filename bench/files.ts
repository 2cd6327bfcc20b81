import type { Row } from './alternate.ts';
import { benchExtraction } from './extraction.ts';
import { benchImages } from './images.ts';
import { benchUploads } from './uploads.ts';

/** `npm run bench:files`: images, uploads and the text of documents, each beside the least that does the same. */
async function main(): Promise<void> {
  const rows = [...(await benchImages()), ...(await benchUploads()), ...(await benchExtraction())];
  const lines = rows.map(print);
  process.stdout.write(['| | service | bare | share |', '|---|---|---|---|', ...lines, ''].join('\n'));
}

function print({ what, unit, service, bare }: Row): string {
  return `| ${what} | ${service.toFixed(1)} ${unit} | ${bare.toFixed(1)} ${unit} | ${((service / bare) * 100).toFixed(0)} % |`;
}

await main();
