import type { Translation } from '../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  subscriptionExpired: 'Abonnement abgelaufen',
  expiredHelp:
    'Das Abonnement dieser Instanz ist abgelaufen. Wenden Sie sich an den Vertrieb oder Ihren Administrator, um es zu verlängern.',
}
