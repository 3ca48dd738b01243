import type { Translation } from '../../../language/catalogue.ts'
import type { templateMessages } from './messages.ts'

export const translation: Translation<typeof templateMessages> = {
  module: 'E-Mail-Vorlagen',
  purpose: 'Texte von Einladungen, Registrierungen, Passwort-Zurücksetzungen und eigenen E-Mails.',
  nothingSelected: 'Keine E-Mail-Vorlage ausgewählt.',
  defaultName: 'E-Mail-Vorlagen brauchen einen eindeutigen Namen. Ersetzen Sie den vorgegebenen.',
  nameMissing: 'Name der Vorlage ist erforderlich.',
  created: 'E-Mail-Vorlage erstellt.',
  updated: 'E-Mail-Vorlage gespeichert.',
  deleted: 'E-Mail-Vorlage gelöscht.',
  empty: 'Noch keine E-Mail-Vorlagen.',
}
