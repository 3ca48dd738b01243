import type { Translation } from '../../language/catalogue.ts'
import type { userMessages } from './messages.ts'

export const translation: Translation<typeof userMessages> = {
  module: 'Benutzer',
  one: 'Benutzer',
  many: 'Benutzer',
  thing: 'Benutzer',
  loadFailed:
    'Die Daten für Benutzer konnten nicht geladen werden. Laden Sie die Seite neu oder melden Sie sich erneut an.',
  noAccess:
    'Für diesen Tab muss Ihre Rolle GET-Zugriff auf system/user, system/role und system/app erlauben. Um Benutzer zu erstellen, zu ändern oder zu löschen, brauchen Sie POST-, PUT- und DELETE-Zugriff auf /system/user.',
  empty: 'Noch keine Benutzer',
  createFirst: 'Benutzer erstellen',
  purpose: 'Benutzer melden sich in Ihren Apps an; in jeder App dürfen sie, was ihre Rolle dort erlaubt.',
  noMatch: 'Keine Benutzer gefunden.',
  deleteOne: '{name} löschen?',
  deleteMany: 'Ausgewählte Benutzer löschen?',
  deletedOne: 'Benutzer gelöscht.',
  deletedMany: 'Benutzer gelöscht.',
  imported: 'Benutzer importiert.',
  created: 'Benutzer gespeichert.',
  updated: 'Benutzer gespeichert.',
  invited: 'Einladung gesendet.',
}
