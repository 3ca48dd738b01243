import type { Translation } from '../../../../language/catalogue.ts'
import type { t } from './messages.ts'

export const translation: Translation<typeof t> = {
  whereWord: 'Wenn',
  andWord: 'UND',
  orWord: 'ODER',
  fieldOfCondition: 'Feld der Bedingung {number, number}',
  operatorOfCondition: 'Operator der Bedingung {number, number}',
  valueOfCondition: 'Wert der Bedingung {number, number}',
  removeCondition: 'Bedingung {number, number} entfernen',
  addCondition: 'Bedingung hinzufügen',
  valueExample: 'Wert oder {example}',
  listOfValues: 'Werte, mit Kommas',
  momentFormat: 'JJJJ-MM-TT hh:mm',
  ownZoneHelp: 'Zeitzone: {zone}',
  noZoneHelp: 'Wie gespeichert, ohne Zeitzone',
}
