import { t } from './messages.ts'
/** Thrown for a page that the person's role does not include. */
export class NotAllowed extends Error {
  constructor() {
    super(t.roleWithoutAccess)
    this.name = 'NotAllowed'
  }
}
