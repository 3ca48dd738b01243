import { catalogue } from '../../../language/catalogue.ts'

/** Texts of the requestor picker. */
export const t = catalogue({
  noneSelected: 'None Selected',
})
