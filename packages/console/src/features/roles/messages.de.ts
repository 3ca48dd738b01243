import type { Translation } from '../../language/catalogue.ts'
import type { roleMessages } from './messages.ts'

export const translation: Translation<typeof roleMessages> = {
  module: 'Rollen',
  one: 'Rolle',
  many: 'Rollen',
  loadFailed:
    "Für diesen Tab muss Ihre Rolle GET-Zugriff auf den Dienst 'system' und system/role/* erlauben. Um Rollen zu erstellen, zu ändern oder zu löschen, brauchen Sie POST-, PUT- und DELETE-Zugriff auf system/role/*.",
  empty: 'Noch keine Rollen',
  createFirst: 'Rolle erstellen',
  purpose: 'Eine Rolle legt fest, welche Dienste, Komponenten und Methoden Personen und Apps nutzen dürfen.',
  noMatch: 'Keine Rollen gefunden.',
  deleteOne: '{name} löschen?',
  deleteMany: 'Ausgewählte Rollen löschen?',
  deletedOne: 'Rolle gelöscht.',
  deletedMany: 'Rollen gelöscht.',
  imported: 'Rollen importiert.',
  explainAccess: 'Zugriff erklären',
  createdDate: 'Erstellt',
  roleId: 'Rolle {id}',
  accessRequests: 'Zugriffsanfragen',
}
