import type { Translation } from '../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  notLoadedTheInstanceDoes: 'Nicht geladen: Die Instanz antwortet nicht.',
  thisGoesOnByItself: 'Es geht von selbst weiter, sobald sie wieder antwortet.',
}
