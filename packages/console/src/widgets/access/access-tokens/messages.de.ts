import type { Translation } from '../../../language/catalogue.ts'
import type { tokenMessages } from './messages.ts'

export const translation: Translation<typeof tokenMessages> = {
  accessTokens: 'Zugriffstoken',
  planConfig: 'Konfiguration lesen und planen',
  applyConfig: 'Konfiguration anwenden',
  applyPrograms: 'Skripte und Aufgaben anwenden',
  programsHelp:
    'Auch Skripte, geplante Aufgaben und Webhooks: Wer das Token hat, kann auf dieser Instanz Code ausführen.',
  allTabs: 'Alle Tabs',
  createdAndUsed: 'Erstellt <created></created> · verwendet <used></used>',
  createdNeverUsed: 'Erstellt <created></created> · noch nie verwendet',
  endsThen: 'endet <ends></ends>',
  expired: 'Abgelaufen',
  revokeOne: '{name} widerrufen',
  revokeQuestion: 'Zugriffstoken {name} widerrufen?',
  revokeWarning: 'Programme, die es verwenden, werden sofort abgewiesen.',
  revoke: 'Widerrufen',
  tokenRevoked: 'Zugriffstoken widerrufen.',
}
