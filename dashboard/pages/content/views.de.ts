import type { en } from './views.en.ts';

export const de: typeof en = {
  views: 'Gespeicherte Ansichten',
  all: 'Alle Inhalte',
  saveView: 'Als Ansicht speichern',
  thisView: 'Diese Ansicht',
  update: 'Änderungen speichern',
  updated: 'Die Ansicht ist gespeichert',
  rename: 'Umbenennen',
  renameTitle: 'Die Ansicht umbenennen',
  delete: 'Ansicht löschen',
  deleteTitle: (name) => `Die Ansicht „${name}“ löschen?`,
  deleteText: 'Die Inhalte bleiben. Andere behalten ihre eigenen Ansichten.',
  name: 'Name der Ansicht',
  nameHint: 'Nur Sie sehen sie.',
  save: 'Speichern',
  sort: 'Sortierung',
  defaultSort: 'Übliche Sortierung',
  sorts: {
    '-updatedAt': 'Zuletzt geänderte zuerst',
    updatedAt: 'Am längsten unveränderte zuerst',
    title: 'Nach Titel',
    '-createdAt': 'Neueste zuerst',
    '-publishedAt': 'Zuletzt veröffentlichte zuerst',
  },
  columns: 'Spalten',
};
