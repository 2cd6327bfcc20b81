import type { en } from './account.en.ts';

export const de: typeof en = {
  title: 'Konto',
  passkeys: 'Ihre Passkeys',
  hint: 'Mit einem Passkey melden Sie sich ohne Passwort an: mit Fingerabdruck, Gesicht oder PIN Ihres Geräts oder mit einem Sicherheitsschlüssel.',
  unavailable: 'Dieser Browser hat unter dieser Adresse keine Passkeys.',
  none: 'Noch kein Passkey.',
  add: 'Passkey hinzufügen',
  addText: 'Ihr Browser fragt dann, wo der Passkey aufbewahrt werden soll.',
  continue: 'Weiter',
  isAdded: 'Der Passkey ist hinzugefügt.',
  name: 'Name',
  nameHint: 'Woran Sie ihn erkennen, etwa „Laptop“.',
  password: 'Passwort',
  passwordHint: 'Ihre Anmeldung ist mehr als 15 Minuten her.',
  wrongPassword: 'Das Passwort ist falsch.',
  added: (day: string) => `Hinzugefügt am ${day}`,
  lastUsed: 'Zuletzt benutzt',
  never: 'Nie',
  actions: 'Aktionen',
  delete: 'Löschen',
  deleteTitle: (name: string) => `„${name}“ löschen?`,
  deleteText:
    'Sie können sich damit nicht mehr anmelden. Wer angemeldet ist, bleibt es. Ihr Gerät zeigt ihn vielleicht weiter an, bis Sie ihn dort entfernen.',
};
