import { catalogue } from '../../../language/catalogue.ts'

/** Texts of the split view. */
export const t = catalogue({
  all: 'All {many}',
  selectedInList: 'Selected in {label}',
})
