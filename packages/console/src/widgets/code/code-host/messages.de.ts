import type { Translation } from '../../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  codeHostAction: 'Von einem Code-Host',
  importTitle: 'Von einem Code-Host importieren',
  importHelp: 'Übernimmt den Text einer Datei. Noch wird nichts gespeichert.',
  addressMissing: 'Geben Sie zuerst die Adresse einer Datei ein.',
  fileAddress: 'Adresse der Datei',
  fileAddressHelp: 'Wie der Code-Host sie zeigt: Eigentümer, Repository, Branch und Pfad.',
  passwordOrToken: 'Passwort oder Token',
  tokenHelp: 'Geht nur mit dieser Anfrage an den Code-Host und wird nirgends gespeichert.',
  errorAuthenticationFailed: 'Fehler: Die Anmeldung ist fehlgeschlagen.',
  fileNotFound: 'Fehler: Die Datei wurde nicht gefunden.',
  hostAway: 'Fehler: Der Code-Host antwortet nicht oder nicht verständlich.',
  formatInvalid: 'Fehler: Ungültiges Dateiformat. Erlaubt sind nur {formats}',
}
