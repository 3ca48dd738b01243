import type { StoredUser } from '../../instance/session.ts'

export interface NextStep {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly done: boolean
  /** Where it is done. */
  readonly to: string
}

interface Known {
  readonly user: Pick<StoredUser, 'id' | 'name' | 'email' | 'first_name' | 'last_name'>
  /** Null while it is not known, or not for this person to know. */
  readonly admins: number | null
  /** Null when it cannot be read. */
  readonly securityQuestion: string | null
}

/** What somebody does first on a new instance; each step ticks itself once it is done. */
export function nextSteps({ user, admins, securityQuestion }: Known): NextStep[] {
  return [
    {
      id: 'name',
      title: 'Say who you are',
      text: 'Give your account a display name and a password of your own.',
      done: hasOwnName(user),
      to: '/profile',
    },
    {
      id: 'question',
      title: 'Prepare for a forgotten password',
      text: 'Set a security question, so that you can get back in without mail.',
      done: Boolean(securityQuestion),
      to: '/profile',
    },
    {
      id: 'colleague',
      title: 'Invite a colleague',
      text: 'A second administrator means that nobody is locked out.',
      done: admins !== null && admins > 1,
      to: '/admins/new',
    },
  ]
}

/** A new instance names its first administrator after the e-mail address. */
function hasOwnName({ name, email }: Known['user']): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const made = plain(name)
  return made !== '' && made !== plain(email) && made !== plain(email.split('@')[0] ?? '')
}
