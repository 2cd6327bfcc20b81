import type { en } from './draft.en.ts';

export const de: typeof en = {
  note: (who, when) => `Dieser Eintrag hat einen Entwurf, zuletzt gespeichert von ${who} am ${when}.`,
  noteLive: 'Besucher sehen die Live-Fassung, bis der Entwurf veröffentlicht wird.',
  view: 'Fassung im Formular',
  live: 'Live-Fassung',
  draft: 'Entwurf',
  save: 'Als Entwurf speichern',
  saved: 'Der Entwurf ist gespeichert',
  notInDraft: 'Status, Sprache, Kurzname und externe ID gehören zum Eintrag selbst und sind nicht Teil eines Entwurfs.',
  publish: 'Entwurf veröffentlichen',
  publishTitle: 'Den Entwurf veröffentlichen?',
  publishText: 'Besucher sehen seine Änderungen sofort. Die jetzige Fassung bleibt im Verlauf erhalten.',
  publishOverTitle: 'Die Live-Fassung wurde inzwischen geändert',
  publishOverText: (from, to) =>
    `Der Entwurf wurde mit Version ${from} begonnen, live ist inzwischen Version ${to}. Der Entwurf ersetzt die Felder, die er enthält; alle anderen bleiben, wie sie live sind.`,
  publishOver: 'Über die Live-Fassung veröffentlichen',
  published: 'Der Entwurf ist live',
  saveFirst: 'Speichern Sie Ihre Änderungen, bevor Sie den Entwurf veröffentlichen.',
  changed: 'Der Entwurf wurde inzwischen von einer anderen Person geändert: So ist er jetzt.',
  discard: 'Entwurf verwerfen',
  discardTitle: 'Den Entwurf verwerfen?',
  discardText: 'Seine Änderungen werden endgültig entfernt. Was live ist, bleibt, wie es ist.',
  discarded: 'Der Entwurf ist verworfen',
  preview: 'Vorschau-Link',
  addressTitle: 'Adresse der Vorschau',
  addressText: (until) =>
    `Wer sie öffnet, sieht bis ${until} diesen Eintrag mit seinem gespeicherten Entwurf oder vor der Veröffentlichung. Kopieren Sie sie jetzt: Sie kann nicht noch einmal gezeigt werden.`,
  openAddress: 'In neuem Tab öffnen',
  tokenAddress: 'Mit einer Vorschau-Adresse in den Einstellungen der Site ist das ein Link.',
  tokenHeader: 'Name des Headers',
  tokenTitle: 'Token für eine Vorschau',
  tokenText: (until) =>
    `Eine Website, die es im Header unten neben ihrem API-Schlüssel sendet, zeigt diesen Eintrag mit seinem Entwurf, auch bevor er veröffentlicht ist. Es gilt bis ${until}. Kopieren Sie es jetzt: Gespeichert ist nur ein Hash, es lässt sich nicht noch einmal zeigen.`,
};
