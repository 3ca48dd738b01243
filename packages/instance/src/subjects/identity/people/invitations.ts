import { Problem } from '@millwright/contract/problem'
import { isFullAdmin } from '../../../access/required-rights.ts'
import type { Invitations } from '../../../gateway/parts.ts'
import type { Clock } from '../../../platform/clock.ts'
import { responseOrigin } from '../../../request/api-request.ts'
import type { Store } from '../../../store/store.ts'
import type { PersonMail } from '../email/person-mail.ts'
import { type Account, isConfirmed } from './find-person.ts'
import { createMailedCodes } from './mailed-codes.ts'

interface InvitationParts {
  readonly store: Store
  readonly clock: Clock
  readonly mail: PersonMail
}

/** Invites people by mail. An invitation that cannot be sent changes nothing. */
export function createInvitations({ store, clock, mail }: InvitationParts): Invitations {
  const codes = createMailedCodes(store, clock)

  return {
    invite: async (userId, kind, request) => {
      const found = await store.db.selectFrom('user').selectAll().where('id', '=', userId).executeTakeFirst()
      if (found === undefined) throw new Problem(404, `Record with identifier '${userId}' not found.`)
      const person = { ...found, isKnown: isConfirmed(found) || (await isUnchangedEntry(found)) }
      // Only full administrators are trusted to name the host of links by the header Host.
      const isTrusted = isFullAdmin(request.caller)
      const origin = isTrusted ? request.origin : responseOrigin(request)
      const adminId = kind === 'admin' ? userId : null
      await codes.send(userId, (code) => mail.send({ purpose: 'invite', kind, person, code, origin, adminId }))
    },
  }

  /** Whether an administrator created the account, which nobody has been able to sign in to since. */
  async function isUnchangedEntry({ created_by_id, password }: Account): Promise<boolean> {
    if (created_by_id === null || password !== null) return false
    const by = await store.db
      .selectFrom('user')
      .select('is_sys_admin')
      .where('id', '=', created_by_id)
      .executeTakeFirst()
    return by?.is_sys_admin === 1
  }
}
