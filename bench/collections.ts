import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Collection } from './eval/collection.ts';
import { debianFaq } from './eval/public/debian-faq.ts';
import { withPackages } from './eval/public/debian.ts';
import { manualDescriptions, manualSummaries } from './eval/public/manuals.ts';
import { perlFaq } from './eval/public/perl-faq.ts';

interface Source {
  name: string;
  /** Of Debian 12. */
  packages: string[];
  read(folder: string): Promise<Collection>;
  /** Of the collection that results: packages are rebuilt, their texts stay. */
  sha256: string;
}

const MANUALS = ['manpages', 'manpages-dev'];
const FAQ = ['debian-faq', ...['de', 'fr', 'it', 'nl', 'pt', 'ru'].map((language) => `debian-faq-${language}`)];
const SOURCES: Source[] = [
  {
    name: 'perl-faq',
    packages: ['perl-doc'],
    read: perlFaq,
    sha256: 'a4f22e94b17d6e71608d7be5263a3ddd624d088e880770da056d7e83a46a01be',
  },
  {
    name: 'debian-faq',
    packages: FAQ,
    read: debianFaq,
    sha256: 'b4c27fcff5fffedbb1b965a120bfd42b042a2fb528361a0bda0406d9d9b50ea2',
  },
  {
    name: 'manual-descriptions',
    packages: MANUALS,
    read: manualDescriptions,
    sha256: 'd05326d454db9c0a887b5e228b4adf73de9c860c2cba45f4316413489b5ee841',
  },
  {
    name: 'manual-summaries',
    packages: MANUALS,
    read: manualSummaries,
    sha256: '089b395771b7973dfc8a1812b64ec96e7a6a7413da42b2132980db2ad8b59505',
  },
];

/** `node bench/collections.ts <folder>`: writes test collections for `npm run eval`, made of public documentation. */
async function main([folder]: readonly string[]): Promise<void> {
  if (!folder) throw new Error('Usage: npm run eval:collections -- <folder>');
  await mkdir(folder, { recursive: true });
  for (const { name, packages, read, sha256 } of SOURCES) {
    const collection = await withPackages(packages, read);
    const text = JSON.stringify(collection);
    const found = createHash('sha256').update(text).digest('hex');
    if (found !== sha256) throw new Error(`${name} is not the one that was measured: its SHA-256 is ${found}`);
    const file = join(folder, `${name}.json`);
    await writeFile(file, text);
    process.stdout.write(`${file}: ${collection.documents.length} documents, ${collection.queries.length} queries\n`);
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
