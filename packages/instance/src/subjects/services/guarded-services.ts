import { refuseRestricted } from '../../access/full-admin.ts'
import type { Row } from '../../records/system/sql-runner.ts'
import type { Caller } from '../../request/caller.ts'
import { emailKinds } from '../email/email-kinds.ts'
import { signInKinds } from '../sign-in/sign-in-kinds.ts'

const mailing: ReadonlySet<unknown> = new Set(emailKinds.map(({ name }) => name))
const signingIn: ReadonlySet<unknown> = new Set(signInKinds.map(({ name }) => name))

/**
 * Refuses with 403 to write or delete services on which the safety of accounts depends, to everybody but full administrators
 * (docs/wire/services.md). `values`: null to delete it.
 */
export function guardService(caller: Caller, previous: Row | null, values: Row | null): void {
  const type = previous?.type ?? values?.type
  if (type === 'system' || type === 'user') {
    refuseRestricted(caller, `Only full administrators change the service '${String(previous?.name ?? type)}'.`)
  }
  if (signingIn.has(type) && changesWork(previous, values)) {
    refuseRestricted(caller, 'Only full administrators set up the services by which people sign in.')
  }
  if (mailing.has(type) && previous !== null && changesWork(previous, values)) {
    refuseRestricted(caller, 'Only full administrators change mail services, as these send the codes for passwords.')
  }
}

/** Whether more than what the service is called by people changes. */
function changesWork(previous: Row | null, values: Row | null): boolean {
  if (previous === null || values === null) return true
  return ['name', 'is_active', 'config'].some((name) => values[name] !== undefined && values[name] !== previous[name])
}
