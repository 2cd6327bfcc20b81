import type { en } from './problem.en.ts';

export const de: typeof en = {
  note: (parts) =>
    `Dieser Text öffnet sich als Quelltext, damit nichts darin verloren geht. Die formatierte Ansicht zeigt nicht: ${parts}.`,
  table: 'eine Tabelle',
  image: 'ein Bild',
  footnote: 'eine Fußnote',
  reference: 'einen Link, dessen Adresse an anderer Stelle steht',
  comment: 'einen Kommentar',
  frontMatter: 'die Angaben am Anfang (Front Matter)',
  looseText: 'Text außerhalb eines Absatzes',
  malformed: 'HTML mit einem fehlenden oder falsch gesetzten Tag',
  length: 'mehr als 200.000 Zeichen',
  other: 'die genaue Form einiger Absätze',
  element: (name) => `HTML mit <${name}>`,
  attribute: (name) => `das Attribut „${name}“`,
  address: (url) => (url ? `einen Link auf „${url}“` : 'einen Link ohne Adresse'),
};
