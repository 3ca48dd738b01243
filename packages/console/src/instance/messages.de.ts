import type { Translation } from '../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  notAllowed: 'Ihre Rolle lässt das nicht zu.',
  recordChanged: 'Dieser Datensatz wurde inzwischen von jemand anderem geändert.',
  fieldInUse: '{field} ist bereits vergeben.',
  isRequired: '{field} ist erforderlich.',
  uniqueInUse: 'Ein Wert, der eindeutig sein muss, ist bereits vergeben.',
  licenseKeyInvalid: 'Der Lizenzschlüssel ist ungültig.',
  paid: 'Bezahlt',
  viewAwsConsole: 'In der AWS-Konsole ansehen',
  notConnected: 'Noch nicht verbunden.',
  requestStopped: 'Die Anfrage wurde abgebrochen.',
  theRequestFailed: 'Die Anfrage ist fehlgeschlagen.',
  unknownError: 'Der Server meldet einen unbekannten Fehler.',
  mayFindMore:
    'Dieser Server hält einen Teil des Texts für einen Operator. An seiner Stelle passt jedes Zeichen, daher kann mehr gefunden werden als gemeint.',
  valueTakenApart:
    'Dieser Server hält die Zeichen =, < und > und „) or (“ in einem Wert für einen Teil des Filters. Filtern Sie nach einem anderen Teil des Texts.',
  unreachable: 'Die Instanz antwortet nicht. Prüfen Sie, ob sie läuft und ob Sie verbunden sind.',
  instanceLocked:
    '{name} ist in der Konsole schreibgeschützt. Zum Ändern heben Sie den Schutz in den Einstellungen der Instanz auf.',
  unnamedInstanceLocked:
    'Diese Instanz ist in der Konsole schreibgeschützt. Zum Ändern heben Sie den Schutz in den Einstellungen der Instanz auf.',
}
