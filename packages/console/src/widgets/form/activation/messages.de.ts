import type { Translation } from '../../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  activate: 'Aktivieren',
  isActiveNow: '{name} ist jetzt aktiv.',
  isInactive: '{name} ist inaktiv.',
}
