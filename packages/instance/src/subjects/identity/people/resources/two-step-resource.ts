import { Problem } from '@millwright/contract/problem'
import type { NamedFactor, TwoStepState } from '@millwright/contract/wire/two-step'
import { rejectProgram } from '../../../../access/required-rights.ts'
import type { AccessRequest, ApiRequest, ApiResponse } from '../../../../request/api-request.ts'
import { assertNoRest, fieldsOf, unsupported } from '../../../../request/body.ts'
import type { CallerUser } from '../../../../request/caller.ts'
import type { SystemResource } from '../../../ground/system/resource.ts'
import { factorChanges } from '../account-notices.ts'
import { type Account, confirmPassword } from '../authenticate.ts'
import { newAppPassword, newRecoveryCodes } from '../two-step/factor-secrets.ts'
import { creationOptions, newPasskeyIn, siteOf } from '../two-step/passkeys.ts'
import { isRequired } from '../two-step/policy.ts'
import { answerTime, hasFactor, provedTwice } from '../two-step/second-step.ts'
import {
  type FactorCall,
  type FactorHandler,
  factorName,
  idIn,
  needed,
  oneTimeCodeFactor,
  recoveryCodesFactor,
  refuseLast,
  successor,
} from './factor-calls.ts'
import type { ResourceParts } from './resource-parts.ts'

const maxPasskeys = 20

/** `user/two_step/passkey`: starts with a challenge, is added with the browser's response to it, renamed and removed. */
function ownPasskeys(parts: ResourceParts): FactorHandler {
  const { challenges, changes, factors } = parts.twoStep

  async function begin({ request, person, confirm }: FactorCall): Promise<object> {
    await confirm('the second step')
    const { passkeys } = await factors.of(person.id)
    if (passkeys.length >= maxPasskeys)
      throw new Problem(409, `At most ${maxPasskeys} passkeys are allowed per account.`)
    const options = await creationOptions(siteOf(request.origin), person, passkeys)
    const content = { purpose: 'new-passkey', user: person.id, generation: person.token_generation } as const
    const nonce = options.challenge
    return { challenge: challenges.issue({ ...content, forever: false, nonce }, answerTime), passkey: options }
  }

  async function add({ request, fields, person }: FactorCall): Promise<object> {
    const name = factorName(fields)
    const open = await challenges.open(needed(fields, 'challenge'), 'new-passkey')
    if (open.user !== person.id || open.generation !== person.token_generation || open.nonce === undefined) {
      throw new Problem(400, 'This challenge belongs to someone else. Start again.')
    }
    const newPasskey = await newPasskeyIn(fields.passkey, { site: siteOf(request.origin), nonce: open.nonce, name })
    await open.use()
    const codes = hasFactor(await factors.of(person.id)) ? [] : newRecoveryCodes()
    const id = await changes.addPasskey(person.id, newPasskey, codes, request)
    return {
      id,
      ...(codes.length === 0 ? {} : { recovery_codes: codes }),
      ...(await successor(parts, request, person.id, provedTwice)),
    }
  }

  async function rename({ request, fields, person }: FactorCall): Promise<object> {
    const id = idIn(request)
    await changes.renamePasskey(person.id, id, factorName(fields), request)
    return { id }
  }

  async function remove({ request, person, confirm }: FactorCall): Promise<object> {
    const id = idIn(request)
    await confirm('the second step')
    await refuseLast(parts, person, 'passkey')
    await changes.removePasskey(person.id, id, request)
    return { id, ...(await successor(parts, request, person.id)) }
  }

  return (call) => {
    switch (call.request.verb) {
      case 'POST':
        return begin(call)
      case 'PUT':
        return add(call)
      case 'PATCH':
        return rename(call)
      case 'DELETE':
        return remove(call)
      default:
        return null
    }
  }
}

const maxAppPasswords = 50

/** `user/two_step/app_password`: creates passwords for programs, each shown once, and revokes them. */
function ownAppPasswords({ twoStep: { changes, factors } }: ResourceParts): FactorHandler {
  async function make({ request, fields, person, confirm }: FactorCall): Promise<object> {
    const name = factorName(fields)
    await confirm('the app passwords')
    const { appPasswords } = await factors.of(person.id)
    if (appPasswords.length >= maxAppPasswords) {
      throw new Problem(409, `At most ${maxAppPasswords} app passwords are allowed per account.`)
    }
    const password = newAppPassword()
    return { id: await changes.addAppPassword(person.id, name, password, request), name, password }
  }

  async function takeBack({ request, person }: FactorCall): Promise<object> {
    const id = idIn(request)
    await changes.removeAppPassword(person.id, id, request)
    return { id }
  }

  return (call) => {
    switch (call.request.verb) {
      case 'POST':
        return make(call)
      case 'DELETE':
        return takeBack(call)
      default:
        return null
    }
  }
}

/** Paths below the service `user`. Public endpoints match exactly, so ids are in the query. */
export const factorPaths = ['one_time_code', 'recovery_codes', 'passkey', 'app_password'].map(
  (name) => `two_step/${name}`,
)

/** `user/two_step`: the caller's own second factors and app passwords (docs/wire/two-step.md). */
export function createTwoStepResource(parts: ResourceParts): SystemResource {
  const { policy, factors } = parts.twoStep
  const byName = new Map<string, FactorHandler>([
    ['one_time_code', oneTimeCodeFactor(parts)],
    ['recovery_codes', recoveryCodesFactor(parts)],
    ['passkey', ownPasskeys(parts)],
    ['app_password', ownAppPasswords(parts)],
  ])

  async function state(person: Account): Promise<TwoStepState> {
    const { oneTimeCode, recoveryCodes, passkeys, appPasswords } = await factors.of(person.id)
    const mode = await policy.read()
    return {
      policy: mode,
      required: isRequired(mode, person.is_sys_admin !== 0),
      one_time_code: oneTimeCode,
      recovery_codes: recoveryCodes,
      passkeys: passkeys.map(present),
      app_passwords: [...appPasswords],
      password: person.password !== null,
    }
  }

  async function change(request: ApiRequest, person: Account, name: string, factor: FactorHandler): Promise<object> {
    rejectProgram(request.caller)
    if ((await policy.read()) === 'off') throw new Problem(403, 'Two-step sign-in is not enabled on this instance.')
    const fields = fieldsOf(request)
    const confirm = async (what: string) => {
      if (person.password !== null) await confirmPassword(parts, fields, person, request.address, what)
    }
    const answer = factor({ request, fields, person, confirm })
    if (answer === null) throw unsupported(request)
    const answered = await answer
    parts.notices.tell(person, factorChanges(name, request.verb), request)
    return answered
  }

  return {
    name: 'two_step',
    label: 'Two-Step Sign-In',
    description: 'Your own one-time codes, recovery codes, passkeys and app passwords.',
    singleton: true,
    keeps: 'people',
    readOnly: false,
    guard: (request) => void whoCalls(request),
    async handle(request, [name, ...rest]): Promise<ApiResponse> {
      assertNoRest(rest)
      const { id } = whoCalls(request)
      const person = await parts.store.db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const factor = name === undefined ? undefined : byName.get(name)
      if (name !== undefined && factor !== undefined)
        return { status: 200, body: await change(request, person, name, factor) }
      if (name !== undefined) throw new Problem(404, `Resource '${name}' not found.`)
      if (request.verb !== 'GET') throw unsupported(request)
      return { status: 200, body: await state(person) }
    },
  }
}

function whoCalls({ caller: { user } }: AccessRequest): CallerUser {
  if (user === null) throw new Problem(401, 'Unauthorized. There is no session.')
  return user
}

function present({ id, name, created_date, last_used_date }: NamedFactor): NamedFactor {
  return { id, name, created_date, last_used_date }
}
