import type { en } from './ui.en.ts';

export const de: typeof en = {
  loading: 'Wird geladen',
  failed: 'Das hat nicht geklappt',
  unreachable: 'Der Dienst ist nicht erreichbar',
  again: 'Erneut versuchen',
  close: 'Schließen',
  cancel: 'Abbrechen',
  leave: 'Ihre Änderungen sind nicht gespeichert. Die Seite verlassen?',
  copy: 'Kopieren',
  copied: 'Kopiert',
  done: 'Fertig',
};
