import { catalogue } from '../../language/catalogue.ts'

/** Texts of the services of a tab. */
export const t = catalogue({
  itMayHaveBeenDeleted: 'It may have been deleted, or your role does not reach it.',
  thereIsNone: 'There is no {noun} named {name}.',
  many: '{noun}s',
})
