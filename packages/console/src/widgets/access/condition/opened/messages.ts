import { catalogue } from '../../../../language/catalogue.ts'

/** Texts of the controls of a condition. */
export const t = catalogue({
  valueExample: 'Value or {example}',
  listOfValues: 'Values, with commas',
  momentFormat: 'YYYY-MM-DD hh:mm',
  ownZoneHelp: 'Time zone: {zone}',
  noZoneHelp: 'As stored, without time zone',
})
