import { catalogue } from '../../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  activate: 'Activate',
  isActiveNow: '{name} is active now.',
  isInactive: '{name} is inactive.',
})
