import { invalid, Problem } from '@millwright/contract/problem'
import type { OneTimeKey } from '@millwright/contract/wire/two-step'
import type { SessionProof } from '../../../../gateway/parts.ts'
import { isLonger } from '../../../../platform/plain-text.ts'
import type { ApiRequest } from '../../../../request/api-request.ts'
import { type Fields, textIn } from '../../../../request/body.ts'
import { number } from '../../../../request/params.ts'
import type { Account } from '../authenticate.ts'
import { replacementToken } from '../begin-session.ts'
import { newOneTimeKey, newRecoveryCodes, readOneTimeCode, stepOf } from '../two-step/factor-secrets.ts'
import { isRequired } from '../two-step/policy.ts'
import { enrolTime, hasFactor, issuer, provedTwice } from '../two-step/second-step.ts'
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

export function factorName(fields: Fields): string {
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

/** `user/two_step/one_time_code`: starts with a key, is confirmed by a code generated with it, and can be removed. */
export function oneTimeCodeFactor(parts: ResourceParts): FactorHandler {
  const { challenges, changes, factors } = parts.twoStep

  async function begin({
    person,
    confirm,
  }: FactorCall): Promise<OneTimeKey & { challenge: string; expires_in: number }> {
    await confirm('the second step')
    const key = newOneTimeKey(issuer, person.email)
    const content = {
      purpose: 'new-code',
      user: person.id,
      generation: person.token_generation,
      forever: false,
    } as const
    return { ...key, challenge: challenges.issue({ ...content, secret: key.secret }, enrolTime), expires_in: enrolTime }
  }

  async function setUp({ request, fields, person }: FactorCall): Promise<object> {
    const challenge = needed(fields, 'challenge')
    const code = needed(fields, 'code')
    const open = await challenges.open(challenge, 'new-code')
    const attempt = await parts.throttle.attempt(`second step ${person.id}`, request.address)
    const digits = readOneTimeCode(code)
    const isOwn = open.user === person.id && open.generation === person.token_generation
    const step = digits === null || !isOwn ? null : stepOf(digits, open.secret ?? '', parts.clock())
    if (step === null) throw invalid({ code: ['This code is wrong. Check the clock of the device.'] })
    await attempt.succeeded()
    await open.use()
    const codes = hasFactor(await factors.of(person.id)) ? [] : newRecoveryCodes()
    await changes.setOneTimeCode(person.id, open.secret ?? '', step, codes, request)
    return {
      success: true,
      ...(codes.length === 0 ? {} : { recovery_codes: codes }),
      ...(await successor(parts, request, person.id, provedTwice)),
    }
  }

  async function remove({ request, person, confirm }: FactorCall): Promise<object> {
    await confirm('the second step')
    await refuseLast(parts, person, 'code')
    await changes.removeOneTimeCode(person.id, request)
    return { success: true, ...(await successor(parts, request, person.id)) }
  }

  return (call) => {
    switch (call.request.verb) {
      case 'POST':
        return begin(call)
      case 'PUT':
        return setUp(call)
      case 'DELETE':
        return remove(call)
      default:
        return null
    }
  }
}

/** `user/two_step/recovery_codes`: replaces the remaining codes by new ones. */
export function recoveryCodesFactor({ twoStep: { changes, factors } }: ResourceParts): FactorHandler {
  async function renew({ request, person, confirm }: FactorCall): Promise<object> {
    await confirm('the recovery codes')
    if (!hasFactor(await factors.of(person.id))) {
      throw invalid({ recovery_codes: ['Recovery codes require two-step sign-in, which you have not set up yet.'] })
    }
    const codes = newRecoveryCodes()
    await changes.setRecoveryCodes(person.id, codes, request)
    return { recovery_codes: codes }
  }

  return (call) => (call.request.verb === 'POST' ? renew(call) : null)
}
