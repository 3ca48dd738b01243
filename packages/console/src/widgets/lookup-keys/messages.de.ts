import type { Translation } from '../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  addLookupKey: 'Lookup-Schlüssel hinzufügen',
  noLookupKeysYet: 'Noch keine Lookup-Schlüssel.',
  keysThatHoldCredentialsMust:
    'Schlüssel mit Zugangsdaten müssen privat sein: Ihre Werte werden verschlüsselt und nicht mehr angezeigt.',
  nameOfKey: 'Name von Schlüssel {key, number}',
  name: 'Name',
  private: 'Privat',
  deleteKey: 'Schlüssel {name} löschen',
  deleteKeyNumber: 'Schlüssel {key, number} löschen',
  valueOfKey: 'Wert von Schlüssel {key, number}',
  value: 'Wert',
  storedTypeToReplace: 'Gespeichert; zum Ersetzen überschreiben',
  nameIsRequired: 'Name ist erforderlich.',
  nameIsNotUnique: 'Name ist nicht eindeutig.',
  valueIsRequired: 'Wert ist erforderlich.',
  more: '{count, number} weitere',
  noServiceRoleOrScript: 'Kein Dienst, keine Rolle und kein Skript verwendet {name}.',
  inUseBy: 'Verwendet von {names}.',
}
