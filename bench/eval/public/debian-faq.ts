import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Collection } from '../collection.ts';
import { type KnownItem, isLong, known, paragraphs, sampled } from './known-items.ts';

const LANGUAGES = ['de', 'en', 'fr', 'it', 'nl', 'pt', 'ru'];
const QUERIES = 350;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#160': ' ' };

/** Questions and answers of the Debian FAQ in seven languages, all in one index. */
export async function debianFaq(files: string): Promise<Collection> {
  const items = new Map<string, KnownItem>();
  for (const language of LANGUAGES) {
    const folder = join(files, 'usr/share/doc/debian/FAQ', language === 'en' ? '' : language);
    const names = (await readdir(folder)).filter(
      (name) => name.endsWith(`.${language}.html`) && !name.startsWith('index'),
    );
    for (const name of names.toSorted()) {
      const sections = sectionsOf(await readFile(join(folder, name), 'utf8'));
      // Texts that are not translated stand in several languages.
      for (const item of sections) if (isLong(item) && /[?？]/.test(item.query)) items.set(item.text, item);
    }
  }
  return sampled(known([...items.values()]), QUERIES);
}

function sectionsOf(html: string) {
  const [, ...sections] = html.split(/<h[23] class="title"[^>]*>/);
  return sections.map((section) => {
    const end = section.search(/<\/h[23]>/);
    const query = plain(section.slice(0, end)).replace(/^(?:\d+\.)+\d*\s*/, '');
    return { title: '', query, text: plain(section.slice(end).replace(/<div class="navfooter">[\s\S]*/, '')) };
  });
}

function plain(html: string): string {
  const text = html.replaceAll(/<\/?(?:p|li|div|dt|dd|pre|h\d)\b[^>]*>/g, '\n\n').replaceAll(/<[^>]*>/g, '');
  return paragraphs(text.replaceAll(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole));
}
