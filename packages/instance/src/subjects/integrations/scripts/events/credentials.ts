import { secretMask } from '@millwright/contract/records/lookup'
import { ExactNumber } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'
import { isGuarded } from '../../../../access/authority/guarded-events.ts'
import type { Registered } from '../../../../gateway/registry.ts'

/** Names of members with credentials in requests that concern accounts. */
const credential =
  /pass(?:word|phrase|wd)?$|^(?:|.*_)codes?$|security_answer|session_(?:token|id)|(?:^|_)token$|secret|^SAML(?:Request|Response)$|^state$/i

/** Whether requests to a service carry passwords or codes: account and sign-in services. */
export function carriesCredentials({ row, service }: Pick<Registered, 'row' | 'service'>): boolean {
  return isGuarded(row.name) || service.signIn !== undefined || service.signOutAt !== undefined
}

/** Masks strings in members with the name of a credential; `secret`: the value itself is one. */
export function withoutCredentials(value: unknown, secret = false): unknown {
  if (typeof value === 'string') return secret && value !== '' ? secretMask : value
  if (Array.isArray(value)) return value.map((each) => withoutCredentials(each, secret))
  if (!isRecord(value) || value instanceof ExactNumber) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withoutCredentials(each, secret || credential.test(name))]),
  )
}
