import type { StoredUser } from '../../instance/session.ts'
import { t } from './messages.ts'

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
  /** Null when it cannot be read. */
  readonly securityQuestion: string | null
  /** How many there are; null while it is not known, or not for this person to know. */
  readonly roles: number | null
  /** Apps that somebody made, without those that every instance has. */
  readonly ownApps: number | null
  /** Paths of the tabs that the person sees; what is done elsewhere is none of their steps. */
  readonly open: ReadonlySet<string>
}

/** What somebody does first on a new instance; each step ticks itself once it is done. */
export function nextSteps({ user, securityQuestion, roles, ownApps, open }: Known): NextStep[] {
  const onTabs = [
    {
      tab: '/roles',
      id: 'role',
      title: t.createARole,
      text: t.itGrantsAccessToServices,
      done: atLeast(roles, 1),
    },
    {
      tab: '/apps',
      id: 'app',
      title: t.createAnApp,
      text: t.itHasAnApiKey,
      done: atLeast(ownApps, 1),
    },
  ]
  return [
    {
      id: 'name',
      title: t.completeYourProfile,
      text: t.giveYourAccountADisplay,
      done: hasOwnName(user),
      to: '/profile',
    },
    {
      id: 'question',
      title: t.setASecurityQuestion,
      text: t.itLetsYouResetYour,
      done: Boolean(securityQuestion),
      to: '/profile',
    },
    ...onTabs.filter(({ tab }) => open.has(tab)).map(({ tab, ...step }) => ({ ...step, to: `${tab}/new` })),
  ]
}

function atLeast(count: number | null, least: number): boolean {
  return count !== null && count >= least
}

/** A new instance names its first administrator after the e-mail address. */
function hasOwnName({ name, email }: Known['user']): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const made = plain(name)
  return made !== '' && made !== plain(email) && made !== plain(email.split('@')[0] ?? '')
}
