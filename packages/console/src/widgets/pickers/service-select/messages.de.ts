import type { Translation } from '../../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  services: 'Dienste',
  chooseAService: 'Dienst wählen',
  addServices: 'Dienste hinzufügen',
  removeService: '{name} entfernen',
  failing: 'Fehler',
  notFound: 'Nicht gefunden',
  searchServices: 'Dienste suchen',
  noServiceMatches: 'Kein Dienst passt zu „{text}“.',
  moreHelp: 'Weitere Dienste vorhanden. Tippen Sie, um sie zu finden.',
  showMore: 'Mehr zeigen',
  maybeDeleted: 'Vielleicht wurde er gelöscht, oder Ihre Rolle hat keinen Zugriff darauf.',
  thereIsNone: '{noun} „{name}“ nicht gefunden.',
  many: 'Auswahl: {noun}',
}
