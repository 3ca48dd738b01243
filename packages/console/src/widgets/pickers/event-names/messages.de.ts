import type { Translation } from '../../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  allEvents: 'Alle Ereignisse von {service}',
}
