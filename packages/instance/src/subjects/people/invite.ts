import { Problem } from '@millwright/contract/problem'
import type { Key } from '../../records/system/dialect.ts'
import type { Row } from '../../records/system/sql-runner.ts'
import { flag } from '../../request/params.ts'
import type { Commit } from '../system/resource.ts'

/** Invitations are for those who have not confirmed their account: a code is pending, or there is no password yet. */
export function refuseConfirmed(stored: Row): void {
  if (stored.confirm_code !== null || stored.password === null) return
  throw new Problem(400, 'User with this identifier has already confirmed this account.')
}

/** Sends what `send_invite` asks for, and says whether it did; new persons whose invitation fails are removed again. */
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
