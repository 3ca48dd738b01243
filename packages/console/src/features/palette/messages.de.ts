import type { Translation } from '../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  recent: 'Zuletzt verwendet',
  paletteTitle: 'Suchen oder öffnen',
  paletteInput: 'Suchen oder eingeben, was zu tun ist …',
  results: 'Ergebnisse',
  nothingToChoose: 'Keine Auswahl vorhanden.',
  nothingFound: 'Nichts gefunden zu „{text}“.',
  notSearched: 'Nicht durchsucht: {what}. {reason}',
  notSearchedPlaces: 'Nicht durchsucht: {what}.',
}
