import { catalogue } from '../../language/catalogue.ts'

/** Texts of the split view. */
export const t = catalogue({
  all: 'All {many}',
  chosenOf: 'Selected in {label}',
})
