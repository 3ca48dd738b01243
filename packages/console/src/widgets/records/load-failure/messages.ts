import { catalogue } from '../../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  instanceAway: 'Not loaded: the instance is not responding.',
  continuesHelp: 'This continues automatically as soon as it responds.',
})
