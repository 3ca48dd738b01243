import { catalogue } from '../../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  authorGone:
    'The author of this {what, select, task {task} other {script}} no longer exists, so it has no access. It gets the access of the next user who changes it.',
  authorAccessHelp: 'Runs with the access of its author, {name}: it cannot do what only its caller may do.',
  person: 'user {id}',
})
