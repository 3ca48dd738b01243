import { catalogue } from '../../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  views: '{title} views',
  manage: 'Manage',
})
