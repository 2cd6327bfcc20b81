import type { en } from './bulk.en.ts';

export const de: typeof en = {
  deleteTitle: 'Die ausgewählten Inhalte löschen?',
  deleteText: (count) =>
    `${count === 1 ? 'Ein Inhalt kommt' : `${count} Inhalte kommen`} in den Papierkorb, wiederherstellbar, solange die Site ihn aufbewahrt: 30 Tage, wenn nichts anderes eingestellt ist.`,
  done: (count) => (count === 1 ? 'Ein Inhalt geändert' : `${count} Inhalte geändert`),
  publishTitle: (count) => (count === 1 ? 'Einen Inhalt veröffentlichen?' : `${count} Inhalte veröffentlichen?`),
  unpublishTitle: (count) =>
    count === 1 ? 'Einen Inhalt zum Entwurf machen?' : `${count} Inhalte zum Entwurf machen?`,
  consequences: {
    publish: {
      draft: (count) =>
        count === 1 ? '1 Entwurf wird auf der Website sichtbar' : `${count} Entwürfe werden auf der Website sichtbar`,
      published: (count) => (count === 1 ? '1 ist schon veröffentlicht' : `${count} sind schon veröffentlicht`),
      archived: (count) =>
        count === 1
          ? '1 archivierter Inhalt wird auf der Website sichtbar'
          : `${count} archivierte Inhalte werden auf der Website sichtbar`,
    },
    unpublish: {
      draft: (count) => (count === 1 ? '1 ist schon ein Entwurf' : `${count} sind schon Entwürfe`),
      published: (count) =>
        count === 1
          ? '1 veröffentlichter Inhalt ist auf der Website nicht mehr zu sehen'
          : `${count} veröffentlichte Inhalte sind auf der Website nicht mehr zu sehen`,
      archived: (count) =>
        count === 1 ? '1 archivierter Inhalt wird ein Entwurf' : `${count} archivierte Inhalte werden Entwürfe`,
    },
    delete: {
      draft: (count) => (count === 1 ? '1 ist ein Entwurf' : `${count} sind Entwürfe`),
      published: (count) =>
        count === 1
          ? '1 veröffentlichter Inhalt ist auf der Website nicht mehr zu sehen'
          : `${count} veröffentlichte Inhalte sind auf der Website nicht mehr zu sehen`,
      archived: (count) => (count === 1 ? '1 ist archiviert' : `${count} sind archiviert`),
    },
  },
  nothingToDo: 'Es gibt nichts zu ändern.',
  notDoneOf: (failed, count) => `${failed} von ${count} nicht geändert`,
  notUndoneOf: (failed, count) => `${failed} von ${count} nicht rückgängig gemacht`,
  stillSelected: (done) => {
    if (done === 0) return 'Sie sind weiter ausgewählt.';
    return done === 1
      ? 'Sie sind weiter ausgewählt. Ein anderer Inhalt wurde geändert.'
      : `Sie sind weiter ausgewählt. ${done} andere Inhalte wurden geändert.`;
  },
  changedMeanwhile: 'Jemand anderes hat ihn inzwischen geändert',
  undone: (count) => (count === 1 ? 'Ein Inhalt ist wieder wie vorher' : `${count} Inhalte sind wieder wie vorher`),
  undo: 'Rückgängig',
  close: 'Schließen',
};
