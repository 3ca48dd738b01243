import type { Translation } from '../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  itMayHaveBeenDeleted: 'Vielleicht wurde er gelöscht, oder Ihre Rolle hat keinen Zugriff darauf.',
  thereIsNone: '{noun} „{name}“ nicht gefunden.',
  many: 'Auswahl: {noun}',
}
