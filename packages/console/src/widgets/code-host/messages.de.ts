import type { Translation } from '../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  fromACodeHost: 'Von einem Code-Host',
  importFromACodeHost: 'Von einem Code-Host importieren',
  takesTheTextOfOne: 'Übernimmt den Text einer Datei. Noch wird nichts gespeichert.',
  cancel: 'Abbrechen',
  import: 'Importieren',
  enterTheAddressOfA: 'Geben Sie zuerst die Adresse einer Datei ein.',
  addressOfTheFile: 'Adresse der Datei',
  asTheCodeHostShows: 'Wie der Code-Host sie zeigt: Eigentümer, Repository, Branch und Pfad.',
  username: 'Benutzername',
  passwordOrToken: 'Passwort oder Token',
  goesToTheCodeHost: 'Geht nur mit dieser Anfrage an den Code-Host und wird nirgends gespeichert.',
  errorAuthenticationFailed: 'Fehler: Die Anmeldung ist fehlgeschlagen.',
  errorTheFileCouldNot: 'Fehler: Die Datei wurde nicht gefunden.',
  errorTheCodeHostDoes: 'Fehler: Der Code-Host antwortet nicht oder nicht verständlich.',
  errorInvalidFileFormatOnly: 'Fehler: Ungültiges Dateiformat. Erlaubt sind nur {formats}',
}
