import { catalogue } from '../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  lineCannotBeRead: 'Syntax error in line {line, number}.',
})
