import type { Translation } from '../../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  instanceAway: 'Nicht geladen: Die Instanz antwortet nicht.',
  continuesHelp: 'Es geht von selbst weiter, sobald sie wieder antwortet.',
}
