import type { en } from './trash.en.ts';

export const de: typeof en = {
  title: 'Papierkorb',
  hint: 'Gelöschte Inhalte lassen sich wiederherstellen, bis ihre Zeit abläuft. Besucher, Suche und Agent sehen sie nicht.',
  none: 'Der Papierkorb ist leer.',
  items: 'Inhalte im Papierkorb',
  deleted: (when, who) => `Gelöscht ${when} · ${who}`,
  expires: (when) => `Wird am ${when} endgültig entfernt`,
  restore: 'Wiederherstellen',
  restored: (title) => `${title} ist wiederhergestellt`,
  remove: 'Endgültig löschen',
  removeTitle: (title) => `${title} endgültig löschen?`,
  removeText: 'Der Inhalt und alle seine Fassungen werden entfernt. Sie lassen sich nicht zurückholen.',
  removed: 'Der Inhalt ist endgültig gelöscht',
};
