import type { Translation } from '../../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  app: 'App Nr. {id}',
  role: 'Rolle {id}',
  whatRolesDo:
    'In einer App darf ein Benutzer, was die hier gewählte Rolle erlaubt. In Apps ohne Rolle gilt die Standardrolle der App.',
  searchAppRoles: 'Apps und Rollen suchen',
  noRoles: 'Keine Rollen. Fügen Sie eine App hinzu, um darin eine Rolle zu wählen.',
  rolesByApp: 'Rollen nach App',
  appRole: 'Rolle in {app}',
  noRoleSelected: '-- Keine Rolle ausgewählt --',
  chooseARole: 'Wählen Sie eine Rolle.',
  removeAppRole: 'Rolle in {app} entfernen',
  more: '{count, plural, one {# weitere. Suchen Sie danach.} other {# weitere. Suchen Sie danach.}}',
  addAnApp: 'App hinzufügen',
  addAppDots: 'App hinzufügen …',
}
