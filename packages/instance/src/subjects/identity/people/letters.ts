import type { Parts } from '../../../gateway/parts.ts'
import type { PersonMail } from '../email/person-mail.ts'
import { createAccessRequests } from './access-requests.ts'
import { createAccountNotices } from './account-notices.ts'
import type { Identity } from './identity.ts'
import { createInvitations } from './invitations.ts'

type LetterParts = Pick<Parts, 'config' | 'store' | 'clock' | 'background'> & {
  readonly mail: PersonMail
  readonly keep: Parameters<typeof createAccessRequests>[0]['keep']
}

/** Creates all mails to people about themselves and others. */
export function createLetters(
  parts: LetterParts,
  { accessRequests, twoStep: { writes } }: Pick<Identity, 'accessRequests' | 'twoStep'>,
): Pick<Parts, 'invitations' | 'notices' | 'accessRequests'> {
  return {
    invitations: createInvitations(parts),
    notices: createAccountNotices(parts),
    accessRequests: createAccessRequests({ ...parts, writes, throttle: accessRequests }),
  }
}
