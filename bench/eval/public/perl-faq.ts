import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Collection } from '../collection.ts';
import { known, paragraphs } from './known-items.ts';

/** Questions and answers of the Perl FAQ, without the questions in the answers' texts. */
export async function perlFaq(files: string): Promise<Collection> {
  const [version = ''] = await readdir(join(files, 'usr/share/perl'));
  const folder = join(files, 'usr/share/perl', version, 'pod');
  const names = (await readdir(folder)).filter((name) => /^perlfaq\d\.pod$/.test(name)).toSorted();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  const sections = texts.flatMap((text) => text.split(/^(?==head[12] )/m)).filter((text) => text.startsWith('=head2'));
  return known(
    sections.map((section) => {
      const [heading = '', ...rest] = section.split('\n');
      return { title: '', query: plain(heading.slice('=head2 '.length)), text: plain(rest.join('\n')) };
    }),
  );
}

/** A text without the marks of POD. */
function plain(pod: string): string {
  let text = pod.replaceAll(/^=\w+.*$/gm, '').replaceAll(/X<[^>]*>/g, '');
  for (let before = ''; before !== text;) {
    before = text;
    text = text.replaceAll(/[BCEFILSZ](?:<<+ (.*?) >>+|<([^<>]*)>)/g, '$1$2');
  }
  return paragraphs(text);
}
