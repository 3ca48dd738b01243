import { Problem } from '@millwright/contract/problem'
import type { Key } from '../../../records/system/dialect.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import { flag } from '../../../request/params.ts'
import type { Commit } from '../../ground/system/resource.ts'

/** Rejects invitations of confirmed accounts: those without a pending code that have a password. */
export function refuseConfirmed(stored: Row): void {
  if (stored.confirm_code !== null || stored.password === null) return
  throw new Problem(400, 'User with this identifier has already confirmed this account.')
}

/** Sends the invitations that `send_invite` requests, and returns whether it did. New people whose invitation fails are deleted again. */
export async function invite(
  { ids, creating, request, parts, remove }: Commit,
  kind: 'admin' | 'user',
): Promise<boolean> {
  if (!flag(request.params, 'send_invite')) return false
  const failed: { id: Key; error: unknown }[] = []
  for (const id of ids) {
    try {
      await parts.invitations.invite(Number(id), kind, request)
    } catch (error) {
      failed.push({ id, error })
    }
  }
  const [first] = failed
  if (first === undefined) return true
  if (creating) await remove(failed.map(({ id }) => id))
  throw first.error
}
