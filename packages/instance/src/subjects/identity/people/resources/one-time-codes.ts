import { invalid } from '@millwright/contract/problem'
import type { OneTimeKey } from '@millwright/contract/wire/two-step'
import { newOneTimeKey, readOneTimeCode, stepOf } from '../two-step/one-time-codes.ts'
import { enrolTime, hasFactor, issuer, provedTwice } from '../two-step/second-step.ts'
import { newRecoveryCodes } from '../two-step/secret-words.ts'
import { type FactorCall, type FactorHandler, needed, refuseLast, successor } from './factor-call.ts'
import type { ResourceParts } from './resource-parts.ts'

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
    const [challenge, code] = [needed(fields, 'challenge'), needed(fields, 'code')]
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
