import type { Translation } from '../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  connection: 'Verbindung',
  instanceAway: 'Die Instanz antwortet nicht. Eingaben bleiben erhalten; es geht weiter, sobald sie wieder antwortet.',
  instanceBack: 'Die Instanz antwortet wieder.',
  notifications: 'Benachrichtigungen',
  letItGo: 'Nicht mehr anheften',
  keepItOpen: 'Anheften',
  dismiss: 'Ausblenden',
}
