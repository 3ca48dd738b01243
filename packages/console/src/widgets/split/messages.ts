import { catalogue } from '../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  all: 'All {many}',
  chosenOf: 'Selected in {label}',
})
