import { catalogue } from '../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  field: 'Field',
  before: 'Before',
  after: 'After',
  empty: 'empty',
})
