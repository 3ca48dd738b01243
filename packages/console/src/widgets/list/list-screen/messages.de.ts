import type { Translation } from '../../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  views: 'Ansichten: {title}',
  manage: 'Verwalten',
}
