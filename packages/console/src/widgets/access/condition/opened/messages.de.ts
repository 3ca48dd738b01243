import type { Translation } from '../../../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  valueExample: 'Wert oder {example}',
  listOfValues: 'Werte, mit Kommas',
  momentFormat: 'JJJJ-MM-TT hh:mm',
  ownZoneHelp: 'Zeitzone: {zone}',
  noZoneHelp: 'Wie gespeichert, ohne Zeitzone',
}
