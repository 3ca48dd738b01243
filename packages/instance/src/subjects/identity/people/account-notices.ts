import { isIP } from 'node:net'
import type { AccountChange, AccountNotices } from '../../../gateway/parts.ts'
import type { Background } from '../../../platform/background.ts'
import { type Clock, plainSeconds } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/settings/config.ts'
import type { PersonMail } from '../email/person-mail.ts'
import type { MailPerson } from '../email/person-variables.ts'
import { isConfirmed } from './authenticate.ts'

interface NoticeParts {
  readonly config: Pick<Config, 'changeMails'>
  readonly clock: Clock
  readonly background: Background
  readonly mail: PersonMail
}

type Values = Readonly<Record<string, unknown>>

/** Notifies people by mail about changes to their sign-in methods (docs/wire/email.md), after the response. */
export function createAccountNotices({ config, clock, background, mail }: NoticeParts): AccountNotices {
  return {
    tell(before, changes, { caller, origin: addressed, linkOrigin, address }) {
      if (!config.changeMails || changes.length === 0) return
      const isOther = caller.user !== null && caller.user.id !== before.id
      const language = before.language === 'de' ? 'de' : 'en'
      const change = [...changes, ...(isOther ? [byAdministrator] : [])].map((each) => each[language]).join(' ')
      const kind = before.is_sys_admin === 0 ? 'user' : 'admin'
      // The `Host` header is chosen by the caller and therefore not trusted.
      const origin = linkOrigin?.() ?? addressed
      const date = `${plainSeconds(clock())} UTC`
      // A proxy may pass on any text as the address.
      const from = isIP(address) === 0 ? '–' : address
      background.start('A mail about a changed account was not sent', () =>
        mail.sendChangeNotice({ kind, person: personIn(before), origin, change, date, address: from }),
      )
    },
  }
}

function personIn(row: Values): MailPerson {
  const text = (name: string) => (typeof row[name] === 'string' ? row[name] : null)
  return {
    email: text('email') ?? '',
    isKnown: isConfirmed(row),
    username: text('username'),
    name: text('name') ?? '',
    first_name: text('first_name'),
    last_name: text('last_name'),
    phone: text('phone'),
    language: text('language'),
  }
}

const byAdministrator: AccountChange = {
  en: 'An administrator did this.',
  de: 'Das hat ein Administrator getan.',
}

export const secondStepSetUp: AccountChange = {
  en: 'Two-step sign-in was set up.',
  de: 'Der zweite Schritt der Anmeldung wurde eingerichtet.',
}
export const secondStepReset: AccountChange = {
  en: 'Two-step sign-in and all app passwords were removed.',
  de: 'Der zweite Schritt der Anmeldung und alle App-Passwörter wurden entfernt.',
}

const passwordChanged: AccountChange = { en: 'The password was changed.', de: 'Das Passwort wurde geändert.' }
const usernameChanged: AccountChange = { en: 'The username was changed.', de: 'Der Benutzername wurde geändert.' }
const questionChanged: AccountChange = {
  en: 'The security question or its answer was changed.',
  de: 'Die Sicherheitsfrage oder ihre Antwort wurde geändert.',
}
const emailChanged = (address: string): AccountChange => ({
  en: `The email address was changed to ${address}.`,
  de: `Die E-Mail-Adresse wurde geändert in ${address}.`,
})
const anyEmailChanged: AccountChange = {
  en: 'The email address was changed.',
  de: 'Die E-Mail-Adresse wurde geändert.',
}

export const tokenCreated = (name: string): AccountChange => ({
  en: `The access token “${name}” was created.`,
  de: `Das Zugriffstoken „${name}“ wurde erstellt.`,
})
export const tokenRevoked = (name: string): AccountChange => ({
  en: `The access token “${name}” was revoked.`,
  de: `Das Zugriffstoken „${name}“ wurde widerrufen.`,
})

/**
 * The notices about new values in a person's row. None for a first password, which the person has just chosen. The new address is not told
 * to one that is not confirmed: it is a text that anyone may choose.
 */
export function credentialChanges(stored: Values, values: Values): AccountChange[] {
  const differs = (name: string) => values[name] !== undefined && values[name] !== stored[name]
  const question = differs('security_question') || differs('security_answer')
  return [
    ...(differs('password') && stored.password !== null ? [passwordChanged] : []),
    ...(differs('email') ? [isConfirmed(stored) ? emailChanged(String(values.email)) : anyEmailChanged] : []),
    ...(differs('username') ? [usernameChanged] : []),
    ...(question ? [questionChanged] : []),
  ]
}

/** The notices about a successful request below `user/two_step`. None if it changed nothing that is used for signing in. */
export function factorChanges(factor: string, verb: string): AccountChange[] {
  const change = changesOfFactors[`${verb} ${factor}`]
  return change === undefined ? [] : [change]
}

const changesOfFactors: Readonly<Record<string, AccountChange>> = {
  'PUT one_time_code': {
    en: 'One-time codes of an app were set up.',
    de: 'Einmalcodes einer App wurden eingerichtet.',
  },
  'DELETE one_time_code': {
    en: 'One-time codes of an app were removed.',
    de: 'Einmalcodes einer App wurden entfernt.',
  },
  'POST recovery_codes': {
    en: 'New recovery codes replaced the previous ones.',
    de: 'Neue Wiederherstellungscodes ersetzen die bisherigen.',
  },
  'PUT passkey': { en: 'A passkey was added.', de: 'Ein Passkey wurde hinzugefügt.' },
  'DELETE passkey': { en: 'A passkey was removed.', de: 'Ein Passkey wurde entfernt.' },
  'POST app_password': { en: 'An app password was created.', de: 'Ein App-Passwort wurde erstellt.' },
  'DELETE app_password': { en: 'An app password was removed.', de: 'Ein App-Passwort wurde entfernt.' },
}
