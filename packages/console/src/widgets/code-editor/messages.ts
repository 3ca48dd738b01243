import { catalogue } from '../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  lineCannotBeRead: 'Line {line, number} cannot be read from here on.',
})
