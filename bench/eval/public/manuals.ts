import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Collection } from '../collection.ts';
import { type KnownItem, isLong, known, paragraphs, sampled } from './known-items.ts';

const QUERIES = 300;
const MAX_DESCRIPTION = 1_000;
const MAX_SENTENCE = 300;
const MAX_NAMES = 8;
const unzip = promisify(gunzip);

/** Descriptions of the Linux manual pages, searched by their one-line summaries. */
export async function manualDescriptions(files: string): Promise<Collection> {
  const pages = await readPages(files);
  const items = pages.map(({ summary, description }): KnownItem => {
    const text = description.slice(0, MAX_DESCRIPTION);
    return { title: '', query: summary, text: text.slice(0, text.lastIndexOf(' ')) };
  });
  return sampled(known(items.filter(isLong)), QUERIES);
}

/** Names and one-line summaries of the manual pages, searched by the first sentences of their descriptions. */
export async function manualSummaries(files: string): Promise<Collection> {
  const pages = await readPages(files);
  const items = pages.map(({ names, summary, description }): KnownItem => {
    const [sentence = ''] = description.slice(0, MAX_SENTENCE).split(/(?<=\.)\s/);
    const query = sentence.split(/\s+/).filter((word) => !names.includes(word.replaceAll(/[^\w.-]|\(.*/g, '')));
    return { title: names.slice(0, MAX_NAMES).join(', '), query: query.join(' '), text: summary };
  });
  return sampled(known(items.filter(({ query }) => query.split(' ').length >= 5)), QUERIES);
}

interface Page {
  names: string[];
  summary: string;
  description: string;
}

async function readPages(files: string): Promise<Page[]> {
  const manuals = join(files, 'usr/share/man');
  const pages = new Map<string, Page>();
  for (const section of (await readdir(manuals)).toSorted()) {
    for (const name of (await readdir(join(manuals, section))).toSorted()) {
      const source = (await unzip(await readFile(join(manuals, section, name)))).toString();
      const [names = '', summary = ''] = plain(sectionOf(source, 'NAME')).split(/ - /);
      const description = plain(sectionOf(source, 'DESCRIPTION'));
      // Several pages may have one summary: the first stays.
      if (summary && description && !pages.has(summary)) {
        pages.set(summary, { names: names.split(', '), summary, description });
      }
    }
  }
  return [...pages.values()];
}

function sectionOf(source: string, name: string): string {
  return new RegExp(`^\\.SH "?${name}"?\\n([\\s\\S]*?)(?=^\\.SH|(?![\\s\\S]))`, 'm').exec(source)?.[1] ?? '';
}

/** A text without the marks of roff. */
function plain(roff: string): string {
  const lines = roff.split('\n').map((line) => {
    if (/^[.'](?:PP|P|LP|TP|IP|HP|SS|br|sp)\b/.test(line)) return '\n';
    const font = /^\.([BIR]{1,2}|SM|SB) (.*)$/.exec(line);
    if (font) return font[1]?.length === 2 ? joined(font[2] ?? '') : (font[2] ?? '').replaceAll('"', '');
    return /^[.']/.test(line) ? '' : line;
  });
  const escaped = lines
    .join('\n')
    .replaceAll(/\\f(?:\[\w*\]|\w)/g, '')
    .replaceAll(/\\(?:[-]|\(hy)/g, '-');
  return paragraphs(
    escaped
      .replaceAll(/\\(?:\(\w\w|\[\w+\]|[&/,|^:])/g, '')
      .replaceAll('\\e', '\\')
      .replaceAll('\\ ', ' '),
  );
}

/** The arguments of a macro with two fonts, which are written without spaces between them. */
function joined(words: string): string {
  return words.replaceAll(/"([^"]*)"|(\S+)|\s+/g, (_, quoted?: string, word?: string) => quoted ?? word ?? '');
}
