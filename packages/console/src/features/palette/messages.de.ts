import type { Translation } from '../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  recent: 'Zuletzt verwendet',
  searchOrJumpTo: 'Suchen oder öffnen',
  search: 'Suchen',
  close: 'Schließen',
  searchOrTypeWhatTo: 'Suchen oder eingeben, was zu tun ist …',
  results: 'Ergebnisse',
  nothingToChooseFrom: 'Keine Auswahl vorhanden.',
  nothingFoundFor: 'Nichts gefunden zu „{text}“.',
  notSearched: 'Nicht durchsucht: {what}. {reason}',
  notSearchedAtAll: 'Nicht durchsucht: {what}.',
}
