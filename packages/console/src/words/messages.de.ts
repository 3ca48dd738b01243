import type { Translation } from '../language/catalogue.ts'
import type { commonWords } from './messages.ts'

export const translation: Translation<typeof commonWords> = {
  cancel: 'Abbrechen',
  tryAgain: 'Erneut versuchen',
  close: 'Schließen',
  copy: 'Kopieren',
  roles: 'Rollen',
  services: 'Dienste',
  users: 'Benutzer',
  apps: 'Apps',
  email: 'E-Mail',
  username: 'Benutzername',
  password: 'Passwort',
  create: 'Erstellen',
  code: 'Code',
  scripts: 'Skripte',
  apiError: 'API-Fehler',
}
