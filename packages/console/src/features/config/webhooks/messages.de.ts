import type { Translation } from '../../../language/catalogue.ts'
import type { webhookMessages } from './messages.ts'

export const translation: Translation<typeof webhookMessages> = {
  module: 'Webhooks',
  purpose: 'Andere Server erfahren von Ereignissen durch signierte HTTP-Anfragen.',
  nothingSelected: 'Kein Webhook ausgewählt.',
  defaultName: 'Webhooks brauchen einen eindeutigen Namen. Ersetzen Sie den vorgegebenen.',
  nameMissing: 'Name ist erforderlich.',
  created: 'Webhook erstellt.',
  updated: 'Webhook gespeichert.',
  deleted: 'Webhook gelöscht.',
  empty: 'Noch keine Webhooks.',
}
