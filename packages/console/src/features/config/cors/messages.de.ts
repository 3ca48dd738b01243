import type { Translation } from '../../../language/catalogue.ts'
import type { corsMessages } from './messages.ts'

export const translation: Translation<typeof corsMessages> = {
  module: 'CORS',
  purpose: 'Welche Ursprünge diese Instanz aus einem Browser aufrufen dürfen, und welche Pfade.',
  nothingSelected: 'Kein Host ausgewählt.',
  defaultName: 'Einträge brauchen ein eindeutiges Pfadmuster. Ersetzen Sie den vorgegebenen Namen „new“.',
  nameMissing: 'Pfad ist erforderlich.',
  created: 'CORS-Eintrag erstellt.',
  updated: 'CORS-Eintrag gespeichert.',
  deleted: 'CORS-Eintrag gelöscht.',
  empty: 'Keine CORS-Einträge. Für Anfragen von anderen Ursprüngen gilt die Voreinstellung dieses Servers.',
}
