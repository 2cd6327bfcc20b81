import type { en } from './shell.en.ts';

export const de: typeof en = {
  skip: 'Zum Inhalt springen',
  menu: 'Menü',
  openMenu: 'Menü öffnen',
  closeMenu: 'Menü schließen',
  site: 'Site',
  account: 'Konto',
  accountSettings: 'Kontoeinstellungen',
  signedInAs: 'Angemeldet als',
  signOut: 'Abmelden',
  appearance: 'Darstellung',
  light: 'Hell',
  dark: 'Dunkel',
  auto: 'Wie das System',
  language: 'Sprache',
  reference: 'API-Referenz',
  noSite: 'Noch keine Site',
  noSiteText: 'Sie sind angemeldet, aber Mitglied keiner Site. Bitten Sie einen Eigentümer um eine Einladung.',
  unknownPage: 'Seite nicht gefunden',
  unknownPageText: 'Unter dieser Adresse gibt es nichts.',
  toStart: 'Zur Startseite',
  failed: 'Die Seite konnte nicht angezeigt werden',
  again: 'Erneut versuchen',
  sessionOver: 'Zum Weiterarbeiten anmelden',
  sessionOverText:
    'Ihre Sitzung ist abgelaufen. Ihre Änderungen sind noch da, und ein begonnenes Speichern geht danach weiter.',
  offline: 'Keine Verbindung. Was Sie schreiben, bleibt auf diesem Gerät.',
  offlineSaving: 'Keine Verbindung. Gespeichert wird, sobald Sie wieder online sind.',
  signOutTitle: 'Abmelden und nicht Gespeichertes verwerfen?',
  signOutText: (count) =>
    count === 1
      ? 'In einem Formular sind Änderungen nicht gespeichert. Das Abmelden entfernt sie von diesem Gerät.'
      : `In ${count} Formularen sind Änderungen nicht gespeichert. Das Abmelden entfernt sie von diesem Gerät.`,
  signOutAnyway: 'Abmelden und verwerfen',
  noPassword: 'Dieses Konto hat noch kein Passwort.',
  setPassword: 'Name, E-Mail und Passwort setzen',
};
