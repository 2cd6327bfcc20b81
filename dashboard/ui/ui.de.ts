import type { en } from './ui.en.ts';

export const de: typeof en = {
  loading: 'Wird geladen',
  failed: 'Das hat nicht geklappt',
  unreachable: 'Der Dienst ist nicht erreichbar',
  outdated: 'Jemand anderes hat das inzwischen geändert. Öffnen Sie es erneut, um jene Fassung zu sehen.',
  again: 'Erneut versuchen',
  close: 'Schließen',
  cancel: 'Abbrechen',
  leave: 'Ihre Änderungen sind nicht gespeichert. Die Seite verlassen?',
  copy: 'Kopieren',
  copied: 'Kopiert',
  done: 'Fertig',
  pages: 'Seiten der Liste',
  page: (number) => `Seite ${number}`,
  next: 'Nächste Seite',
  previous: 'Vorige Seite',
  limits: {
    api_key: 'API-Schlüssel',
    asset_folder: 'Dateiordner',
    content_type: 'Inhaltstypen',
    member: 'Mitglieder',
    persona: 'Personas',
    trigger: 'Auslöser',
    webhook_endpoint: 'Webhook-Endpunkte',
    webhook_tool: 'Webhook-Werkzeuge',
  },
};
