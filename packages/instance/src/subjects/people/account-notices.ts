import type { AccountNotices } from '../../gateway/parts.ts'
import type { Background } from '../../platform/background.ts'
import { type Clock, plainSeconds } from '../../platform/clock.ts'
import type { Config } from '../../platform/settings/config.ts'
import type { PersonMail } from '../email/person-mail.ts'
import type { MailPerson } from '../email/person-variables.ts'

interface NoticeParts {
  readonly config: Pick<Config, 'changeMails'>
  readonly clock: Clock
  readonly background: Background
  readonly mail: PersonMail
}

type Values = Readonly<Record<string, unknown>>

/** Mails people what was changed of how they sign in (docs/wire/email.md); after the answer, as nobody waits for it. */
export function createAccountNotices({ config, clock, background, mail }: NoticeParts): AccountNotices {
  return {
    tell(before, changes, { caller, origin: addressed, linkOrigin, address }) {
      if (!config.changeMails || changes.length === 0) return
      const isOther = caller.user !== null && caller.user.id !== before.id
      const change = [...changes, ...(isOther ? ['An administrator did this.'] : [])].join(' ')
      const kind = before.is_sys_admin === 0 ? 'user' : 'admin'
      // Whoever made the call named the host.
      const origin = linkOrigin?.() ?? addressed
      const date = `${plainSeconds(clock())} UTC`
      background.start('A mail about a changed account was not sent', () =>
        mail.tellChange({ kind, person: personIn(before), origin, caller, change, date, address }),
      )
    },
  }
}

function personIn(row: Values): MailPerson {
  const text = (name: string) => (typeof row[name] === 'string' ? row[name] : null)
  return {
    email: text('email') ?? '',
    username: text('username'),
    name: text('name') ?? '',
    first_name: text('first_name'),
    last_name: text('last_name'),
    phone: text('phone'),
  }
}

export const secondStepSetUp = 'The second step of signing in was set up.'
export const secondStepReset = 'The second step of signing in and all app passwords were removed.'

/** What people are told of new values in their row; of a first password nothing, as they have just chosen it. */
export function credentialChanges(stored: Values, values: Values): string[] {
  const differs = (name: string) => values[name] !== undefined && values[name] !== stored[name]
  const question = differs('security_question') || differs('security_answer')
  return [
    ...(differs('password') && stored.password !== null ? ['The password was changed.'] : []),
    ...(differs('email') ? [`The e-mail address was changed to ${values.email}.`] : []),
    ...(differs('username') ? ['The user name was changed.'] : []),
    ...(question ? ['The security question or its answer was changed.'] : []),
  ]
}

/** What people are told of a call below `user/two_step` that was answered; nothing where it changed nothing that serves for signing in. */
export function factorChanges(factor: string, verb: string): string[] {
  const sentence = factorSentences[`${verb} ${factor}`]
  return sentence === undefined ? [] : [sentence]
}

const factorSentences: Readonly<Record<string, string>> = {
  'PUT one_time_code': 'One-time codes of an app were set up.',
  'DELETE one_time_code': 'One-time codes of an app were removed.',
  'POST recovery_codes': 'New recovery codes took the place of the former ones.',
  'PUT passkey': 'A passkey was added.',
  'DELETE passkey': 'A passkey was removed.',
  'POST app_password': 'An app password was made.',
  'DELETE app_password': 'An app password was removed.',
}
