import type { StoredSession } from '../../instance/session.ts'
import { t } from './messages.ts'

export interface NextStep {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly done: boolean
  /** Address where it is done. */
  readonly to: string
}

interface Known {
  readonly user: Pick<StoredSession, 'id' | 'name' | 'email' | 'first_name' | 'last_name'>
  /** `null` if it cannot be loaded. */
  readonly securityQuestion: string | null
  /** Number of roles; `null` while unknown, or if the person may not see it. */
  readonly roles: number | null
  /** Number of apps created by users, without those that every instance has. */
  readonly ownApps: number | null
  /** Paths of the tabs that the person sees; steps on other tabs are omitted. */
  readonly open: ReadonlySet<string>
}

/** Returns the first steps on a new instance, with those that are done. */
export function nextSteps({ user, securityQuestion, roles, ownApps, open }: Known): NextStep[] {
  const onTabs = [
    {
      tab: '/roles',
      id: 'role',
      title: t.createARole,
      text: t.roleStepHelp,
      done: atLeast(roles, 1),
    },
    {
      tab: '/apps',
      id: 'app',
      title: t.createAnApp,
      text: t.appStepHelp,
      done: atLeast(ownApps, 1),
    },
  ]
  return [
    {
      id: 'name',
      title: t.completeYourProfile,
      text: t.profileStepHelp,
      done: hasOwnName(user),
      to: '/profile',
    },
    {
      id: 'question',
      title: t.securityQuestionStep,
      text: t.securityQuestionHelp,
      done: Boolean(securityQuestion),
      to: '/profile',
    },
    ...onTabs.filter(({ tab }) => open.has(tab)).map(({ tab, ...step }) => ({ ...step, to: `${tab}/new` })),
  ]
}

function atLeast(count: number | null, least: number): boolean {
  return count !== null && count >= least
}

/** A new instance derives the name of its first administrator from the email address. */
function hasOwnName({ name, email }: Known['user']): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  const plainName = plain(name)
  return plainName !== '' && plainName !== plain(email) && plainName !== plain(email.split('@')[0] ?? '')
}
