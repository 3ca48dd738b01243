import { catalogue } from '../../../language/catalogue.ts'

/** Texts of the tree. */
export const t = catalogue({
  reading: 'Loading…',
})
