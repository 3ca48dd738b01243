import { invalid, Problem } from '@millwright/contract/problem'
import type { SessionProof } from '../../../../gateway/parts.ts'
import { isLonger } from '../../../../platform/plain-text.ts'
import type { ApiRequest } from '../../../../request/api-request.ts'
import { type Fields, textIn } from '../../../../request/body.ts'
import { number } from '../../../../request/params.ts'
import type { Account } from '../find-person.ts'
import { replacementToken } from '../next-token.ts'
import { isRequired } from '../two-step/policy.ts'
import type { ResourceParts } from './resource-parts.ts'

/** A request about the caller's own second factors. */
export interface FactorCall {
  readonly request: ApiRequest
  readonly fields: Fields
  readonly person: Account
  /** Throws a 400 unless `current_password` is correct. */
  confirm(what: string): Promise<void>
}

/** Handles a request below `user/two_step`. Returns `null` for unsupported verbs. */
export type FactorHandler = (call: FactorCall) => Promise<object> | null

const longestName = 60

export function nameIn(fields: Fields): string {
  const name = textIn(fields, 'name')?.trim() ?? ''
  if (name === '') throw invalid({ name: ['name is required.'] })
  if (isLonger(name, longestName)) throw invalid({ name: [`name must not be longer than ${longestName} characters.`] })
  return name
}

/** The factor's id in `?id=`. */
export function idIn({ params }: ApiRequest): number {
  const id = number(params, 'id')
  if (id === undefined || !Number.isSafeInteger(id)) throw new Problem(400, 'The parameter id is required.')
  return id
}

export function needed(fields: Fields, name: string): string {
  const value = textIn(fields, name)
  if (value === undefined) throw invalid({ [name]: [`${name} is required.`] })
  return value
}

/** The token that replaces the one that ended. Empty for callers without a token. */
export async function successor(
  { tokens }: Pick<ResourceParts, 'tokens'>,
  request: ApiRequest,
  id: number,
  proof?: SessionProof,
): Promise<{ session_token?: string }> {
  if (request.caller.token === null) return {}
  return { session_token: await replacementToken(tokens, request, id, proof) }
}

/** Throws a 409 if the person would have no second factor although one is required. `taken`: what is about to be removed. */
export async function refuseLast(
  { twoStep: { policy, factors } }: Pick<ResourceParts, 'twoStep'>,
  person: Account,
  taken: 'code' | 'passkey',
): Promise<void> {
  if (!isRequired(await policy.read(), person.is_sys_admin !== 0)) return
  const { oneTimeCode, passkeys } = await factors.of(person.id)
  const left = taken === 'code' ? passkeys.length : passkeys.length - 1 + (oneTimeCode === null ? 0 : 1)
  if (left <= 0)
    throw new Problem(
      409,
      'This instance requires two-step sign-in: set up another second step before you remove this one.',
    )
}
