import type { Translation } from '../../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  addLookupKey: 'Lookup-Schlüssel hinzufügen',
  noKeys: 'Noch keine Lookup-Schlüssel.',
  privateHelp:
    'Schlüssel mit Zugangsdaten müssen privat sein: Ihre Werte werden verschlüsselt und nicht mehr angezeigt.',
  nameOfKey: 'Name von Schlüssel {key, number}',
  private: 'Privat',
  deleteKey: 'Schlüssel {name} löschen',
  deleteKeyNumber: 'Schlüssel {key, number} löschen',
  valueOfKey: 'Wert von Schlüssel {key, number}',
  storedSecret: 'Gespeichert; zum Ersetzen überschreiben',
  nameIsRequired: 'Name ist erforderlich.',
  nameNotUnique: 'Name ist nicht eindeutig.',
  valueIsRequired: 'Wert ist erforderlich.',
  more: '{count, number} weitere',
  keyUnused: 'Kein Dienst, keine Rolle und kein Skript verwendet {name}.',
  keyUses: 'Verwendet von {names}.',
}
