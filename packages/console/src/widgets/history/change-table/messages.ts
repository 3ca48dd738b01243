import { catalogue } from '../../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  oldValue: 'Before',
  newValue: 'After',
  empty: 'empty',
})
