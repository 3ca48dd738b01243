import { catalogue } from '../../../language/catalogue.ts'

/** Texts of the verb picker. */
export const t = catalogue({
  noneSelected: 'None Selected',
  countSelected: '{count, number} Selected',
  read: 'read',
  create: 'create',
  replace: 'replace',
  update: 'update',
  remove: 'remove',
})
