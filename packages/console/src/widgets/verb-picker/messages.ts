import { catalogue } from '../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  noneSelected: 'None Selected',
  countSelected: '{count, number} Selected',
  selectAll: 'Select all',
  read: 'read',
  create: 'create',
  replace: 'replace',
  update: 'update',
  remove: 'remove',
})
