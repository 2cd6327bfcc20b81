import type { en } from './types.en.ts';

export const de: typeof en = {
  title: 'Inhaltstypen',
  new: 'Neuer Typ',
  name: 'Name',
  slug: 'Kurzname',
  slugHint: 'Kleinbuchstaben, Ziffern und Bindestriche. Abfragen verwenden ihn.',
  fields: 'Felder',
  builtIn: 'eingebaut',
  create: 'Anlegen',
  save: 'Speichern',
  saved: 'Gespeichert',
  description: 'Beschreibung',
  access: 'Wer seine Inhalte im Regelfall lesen kann',
  public: 'Alle',
  authenticated: 'Angemeldete',
  premium: 'Premium-Mitglieder',
  addField: 'Feld hinzufügen',
  noFields: 'Noch keine eigenen Felder.',
  moveUp: (name) => `${name} nach oben`,
  moveDown: (name) => `${name} nach unten`,
  remove: (name) => `${name} entfernen`,
  options: (name) => `Einstellungen von ${name}`,
  fieldName: 'Name in Abfragen',
  fieldLabel: 'Beschriftung',
  fieldType: 'Art',
  help: 'Hilfetext',
  placeholder: 'Platzhalter',
  group: 'Gruppe',
  required: 'Pflichtfeld',
  showInList: 'Spalte der Liste',
  searchable: 'Wird von Suchen gefunden',
  sortable: 'Listen lassen sich danach ordnen',
  filterable: 'Listen lassen sich danach filtern',
  aiIndexed: 'Der Agent darf es verwenden',
  hidden: 'Im Editor verborgen',
  min: 'Mindestens',
  max: 'Höchstens',
  pattern: 'Muster (regulärer Ausdruck)',
  choices: 'Auswahl',
  allowedTypes: 'Erlaubte MIME-Typen',
  maxSize: 'Größe in Bytes, höchstens',
  referenceTo: 'Typ der Inhalte',
  anyType: 'Jeder Typ',
  noSuchType: 'Nichts gefunden',
  typeWithSlug: (name, slug) => (name === slug ? name : `${name} (${slug})`),
  deletedType: (slug) => `${slug} (gelöscht)`,
  deletedTypeHint: 'Diesen Typ gibt es nicht.',
  breaks: 'Diese Änderung bricht bestehende Abfragen',
  breaksText: 'Wer dies verwendet, bekommt Fehler:',
  force: 'Trotzdem speichern',
  changesValues: 'Diese Änderung betrifft Werte von Einträgen',
  removedField: (label, { count, shown }) =>
    count === 0
      ? `„${label}“ wird entfernt. Kein Eintrag hat darin einen Wert.`
      : `„${label}“ wird entfernt. ${count === 1 ? 'Ein Eintrag behält seinen Wert' : `${shown} Einträge behalten ihre Werte`}; gezeigt wird das als nicht mehr Teil des Typs.`,
  renamedField: (from, to, { count, shown }) =>
    count === 0
      ? `„${from}“ heißt künftig „${to}“.`
      : `„${from}“ heißt künftig „${to}“, mit ${count === 1 ? 'dem Wert eines Eintrags' : `den Werten von ${shown} Einträgen`}.`,
  retypedField: (label, from, to, { count, shown }) =>
    `„${label}“ wechselt von ${from} zu ${to}. ${count === 0 ? 'Kein Eintrag hat darin einen Wert.' : count === 1 ? 'Ein Eintrag hat einen Wert.' : `${shown} Einträge haben Werte.`}`,
  allFit: 'Alle Werte bleiben, wie sie sind.',
  valuesOf: (label) => `Werte von ${label}`,
  convertValues: ({ count, shown }) =>
    count === 1 ? 'Einen Wert umwandeln' : `Die Werte von ${shown} Einträgen umwandeln`,
  notConvertible: ({ count, shown }) =>
    `${count === 1 ? 'Ein Eintrag hat einen Wert, der' : `${shown} Einträge haben Werte, die`} sich nicht umwandeln ${count === 1 ? 'lässt' : 'lassen'}. Sie bleiben, wie sie sind, und der Editor zeigt sie, bis sie berichtigt sind.`,
  noneConvertible: ({ count, shown }) =>
    `${count === 1 ? 'Der Wert eines Eintrags passt' : `Die Werte von ${shown} Einträgen passen`} nicht und ${count === 1 ? 'lässt' : 'lassen'} sich nicht umwandeln. Sie bleiben, wie sie sind, und der Editor zeigt sie, bis sie berichtigt sind.`,
  keepValues: 'Alle Werte lassen, wie sie sind',
  keepValuesHint: 'Einträge, deren Werte nicht passen, lassen sich erst veröffentlichen, wenn sie berichtigt sind.',
  ai: 'Suche und Agent',
  indexed: 'Veröffentlichte Inhalte sind in der Wissensbasis',
  indexedHint: 'Sonst finden sie weder Suchen noch der Agent.',
  generateEmbeddings: 'Nach ihrer Bedeutung gefunden',
  generateEmbeddingsHint: 'Sonst nur nach ihren Wörtern.',
  extractKeywords: 'Jeder Teil wird mit den Stichwörtern des ganzen Inhalts gefunden',
  extractKeywordsHint:
    'Sie stammen aus seinem Text; für lange Inhalte, deren spätere Teile ihr Thema nicht mehr nennen.',
  instructions: 'Anweisungen für den Agenten',
  instructionsHint: 'Wenn er Inhalte dieses Typs verwendet, etwa was er dazu sagen oder weglassen soll.',
  delete: 'Typ löschen',
  deleted: 'Der Typ ist gelöscht',
  deleteTitle: (name) => `Den Typ ${name} löschen?`,
  deletesFields: (count) =>
    count === 0
      ? 'Die Definition des Typs wird gelöscht.'
      : `Die Definition des Typs wird gelöscht, mit ${count === 1 ? 'ihrem Feld' : `ihren ${count} Feldern`}.`,
  keepsItems: (count, shown) =>
    count === 0
      ? 'Kein Eintrag hat diesen Typ.'
      : `${count === 1 ? 'Ein Eintrag behält seine' : `${shown} Einträge behalten ihre`} Werte. Der Editor zeigt die Felder nicht mehr, bis es einen Typ mit demselben Kurznamen gibt.`,
  leavesKnowledge: (count, shown) =>
    `${count === 1 ? 'Ein veröffentlichter Eintrag verlässt' : `${shown} veröffentlichte Einträge verlassen`} die Wissensbasis: Suchen und der Agent finden ${count === 1 ? 'ihn' : 'sie'} nicht mehr.`,
  fieldOf: (field, type) => `${field} (${type})`,
  refersToIt: (fields) => `Felder anderer Typen verweisen auf seine Inhalte: ${fields}.`,
  breaksQueries: (slug) => `Abfragen des Typs „${slug}“ bekommen Fehler.`,
};
