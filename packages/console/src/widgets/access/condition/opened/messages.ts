import { catalogue } from '../../../../language/catalogue.ts'

/** Texts of the controls of a condition. */
export const t = catalogue({
  whereWord: 'Where',
  andWord: 'AND',
  orWord: 'OR',
  fieldOfCondition: 'Field of condition {number, number}',
  operatorOfCondition: 'Operator of condition {number, number}',
  valueOfCondition: 'Value of condition {number, number}',
  removeCondition: 'Remove condition {number, number}',
  addCondition: 'Add condition',
  valueExample: 'Value or {example}',
  listOfValues: 'Values, with commas',
  momentFormat: 'YYYY-MM-DD hh:mm',
  ownZoneHelp: 'Time zone: {zone}',
  noZoneHelp: 'As stored, without time zone',
})
