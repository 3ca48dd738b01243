import { catalogue } from '../../language/catalogue.ts'

/** Texts of this folder's screens. */
export const t = catalogue({
  authorGone:
    'The author of this {what, select, task {task} other {script}} no longer exists, so it is allowed nothing. It gets the rights of whoever changes it next.',
  runsWithTheRightsOf: 'Runs with the rights of {name}, who wrote it: it does nothing that only its caller may do.',
  person: 'person {id}',
})
