import type { Translation } from '../../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  serviceError: 'Fehler des Dienstes',
  serviceMissing: 'Wählen Sie zuerst einen Dienst.',
  askingTheService: 'Wird vom Dienst geladen …',
}
