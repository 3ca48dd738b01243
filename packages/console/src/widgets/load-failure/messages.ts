import { catalogue } from '../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  notLoadedTheInstanceDoes: 'Not loaded: the instance does not answer.',
  thisGoesOnByItself: 'This continues by itself as soon as it answers again.',
})
