import type { Translation } from '../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  module: 'Administratoren',
  loadFailed:
    'Die Daten der Administratoren konnten nicht geladen werden. Laden Sie die Seite neu und melden Sie sich erneut an.',
  purpose: 'Administratoren melden sich an dieser Konsole an und verwalten die Instanz.',
  noMatch: 'Keine Administratoren gefunden.',
  deleteOne: '{name} löschen?',
  deleteMany: 'Ausgewählte Administratoren löschen?',
  deletedOne: 'Administrator gelöscht.',
  deletedMany: 'Administratoren gelöscht.',
  imported: 'Administratoren importiert.',
  created: 'Administrator gespeichert.',
  updated: 'Administrator gespeichert.',
  invited: 'Einladung an den Administrator gesendet.',
  one: 'Administrator',
  many: 'Administratoren',
  admin: 'Administrator',
  accessByTabs: 'Zugriff nach Tabs',
  tabsFailed: 'Die Tabs dieses Administrators konnten nicht geladen werden; beim Speichern bleiben sie unverändert.',
  restrictedAdministrators: 'Eingeschränkte Administratoren',
  becomesRestricted:
    'Wählen Sie einen Tab ab, um den Administrator auf die übrigen zu beschränken. Dafür wird eine eigene Rolle erstellt. Start und Konfiguration bleiben, mit dem, was die Rolle erlaubt.',
  isRestricted:
    'Rollen-ID: {role, number, ::group-off}. Sie ändert sich mit den Tabs und wird entfernt, wenn alle ausgewählt sind.',
  ownAccountKept: 'Ihr eigenes Konto kann nicht gelöscht werden.',
}
