import type { Translation } from '../../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  whatIsShown: '{title}: Legende',
  stepByStep: '{title}, Schritt für Schritt',
  nothingIsKnown: 'Keine Daten.',
  unknown: 'unbekannt',
  soFar: 'Unvollständig.',
  theLatestFirst: '{title}, das Neueste zuerst',
  time: 'Zeit',
  showAsChart: 'Als Diagramm zeigen',
  showAsTable: 'Als Tabelle zeigen',
  dayAndTime: '{day}, {time}',
  dayAndTimes: '{day}, {from} – {to}',
}
