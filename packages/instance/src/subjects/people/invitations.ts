import { Problem } from '@millwright/contract/problem'
import type { Invitations } from '../../gateway/parts.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Store } from '../../store/store.ts'
import type { PersonMail } from '../email/person-mail.ts'
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
    invite: async (userId, kind, { origin, caller }) => {
      const person = await store.db
        .selectFrom('user')
        .select(['email', 'username', 'name', 'first_name', 'last_name', 'phone'])
        .where('id', '=', userId)
        .executeTakeFirst()
      if (person === undefined) throw new Problem(404, `Record with identifier '${userId}' not found.`)
      const adminId = kind === 'admin' ? userId : null
      await codes.send(userId, (code) => mail.send({ purpose: 'invite', kind, person, code, origin, caller, adminId }))
    },
  }
}
