import type { Translation } from '../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  testSucceeded: 'Verbindungstest erfolgreich.',
  testFailed:
    'Der Verbindungstest ist fehlgeschlagen, vielleicht nur wegen eines Tippfehlers. Prüfen Sie die Zugangsdaten des Dienstes {name}.',
  testConnection: 'Verbindung testen',
  saveFirst: 'Erst speichern: Der Test verwendet die gespeicherten Einstellungen.',
  saveAnyway: 'Trotzdem speichern',
  notSaved: 'Nicht gespeichert: Der Verbindungstest ist fehlgeschlagen.',
  tables: '{count, plural, one {# Tabelle} other {# Tabellen}}',
  browse: 'Ansehen',
  giveAccess: 'Zugriff geben',
  apiDocs: 'API-Doku',
}
