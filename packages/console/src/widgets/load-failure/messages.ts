import { catalogue } from '../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  notLoadedTheInstanceDoes: 'Not loaded: the instance is not responding.',
  thisGoesOnByItself: 'This continues automatically as soon as it responds.',
})
