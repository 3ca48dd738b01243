import { catalogue } from '../../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  syntaxError: 'Syntax error in line {line, number}.',
})
