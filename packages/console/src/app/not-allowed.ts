import { t } from './messages.ts'
/** Somebody asked for a page that their role does not include. */
export class NotAllowed extends Error {
  constructor() {
    super(t.yourRoleHasNoAccess)
    this.name = 'NotAllowed'
  }
}
