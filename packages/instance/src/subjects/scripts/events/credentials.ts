import { secretMask } from '@millwright/contract/records/lookup'
import { ExactNumber } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Registered } from '../../../gateway/registry.ts'
import { isGuarded } from './author-problem.ts'

/** Members by which people prove who they are, or become who they are, in calls that have to do with accounts. */
const credential =
  /pass(?:word|phrase|wd)?$|^(?:|.*_)codes?$|security_answer|session_(?:token|id)|(?:^|_)token$|secret|^SAML(?:Request|Response)$|^state$/i

/** Whether the calls of a service carry passwords and codes: those about accounts, and those by which people sign in. */
export function carriesCredentials({ row, service }: Pick<Registered, 'row' | 'service'>): boolean {
  return isGuarded(row.name) || service.signIn !== undefined || service.signOutAt !== undefined
}

/** A JSON value whose members by such names are hidden, as far as they are texts; `secret`: it is one itself. */
export function withoutCredentials(value: unknown, secret = false): unknown {
  if (typeof value === 'string') return secret && value !== '' ? secretMask : value
  if (Array.isArray(value)) return value.map((each) => withoutCredentials(each, secret))
  if (!isRecord(value) || value instanceof ExactNumber) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, withoutCredentials(each, secret || credential.test(name))]),
  )
}
