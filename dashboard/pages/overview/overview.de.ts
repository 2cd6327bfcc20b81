import type { en } from './overview.en.ts';

export const de: typeof en = {
  unsaved: 'Nicht gespeicherte Änderungen auf diesem Gerät',
  title: 'Übersicht',
  unanswered: 'Unbeantwortete Fragen',
  noUnanswered: 'Keine Frage ist ohne Antwort.',
  limits: 'Grenzen',
  noLimits: 'Keine Grenze der Site ist fast erreicht.',
  close: (used, max) => `${used} von ${max}`,
  reached: (used, max) => `${used} von ${max}: mehr geht nicht`,
  failed: 'Fehlgeschlagene Dateien und Videos',
  noFailed: 'Alles ist verarbeitet.',
  notDone: 'Nicht zur geplanten Zeit veröffentlicht',
  noneNotDone: 'Alles Geplante ist ausgeführt.',
  drafts: 'Entwürfe',
  noDrafts: 'Alles ist veröffentlicht.',
  usage: 'Agent in diesem Monat',
  noUsage: 'In diesem Monat wurde kein Sprachmodell verwendet.',
  answers: 'Antworten',
  tokens: 'Tokens (Wortteile)',
  cost: 'Kosten',
  noPrice: 'Für manche Modelle ist kein Preis hinterlegt; ihre Kosten fehlen hier.',
};
