import { Problem } from '@millwright/contract/problem'
import type { ApiRequest } from '../../../request/api-request.ts'
import { type Fields, fieldsOf, flagIn, loginField, textIn } from '../../../request/fields.ts'
import type { Population } from '../authenticate.ts'
import { beginSession } from '../begin-session.ts'
import { provedTwice, stepPersonOf } from '../two-step/second-step.ts'
import type { ResourceParts } from './resource-parts.ts'

/**
 * Logs in with a password, an app password or a passkey, and takes the second step (docs/wire/sessions.md, docs/wire/two-step.md).
 */
export function createLogIn(population: Population, parts: ResourceParts): (request: ApiRequest) => Promise<object> {
  const { policy, secondStep, appPasswords } = parts.twoStep

  async function byPassword(request: ApiRequest, fields: Fields): Promise<object> {
    const attribute = parts.config.loginAttribute
    const name = loginField(fields, attribute)
    const password = loginField(fields, 'password')
    const session = { app: request.caller.app, forever: flagIn(fields, 'remember_me'), origin: request.origin }
    const login = { attribute, name, password, population, address: request.address }
    const known = await appPasswords.find(login)
    if (known !== null) return beginSession(parts, known.user, { ...session, proof: { appPassword: known.id } })
    const id = await parts.authenticate(login)
    const code = textIn(fields, 'code')
    const twice = code !== undefined && (await proves(id, code, request.address))
    return beginSession(parts, id, twice ? { ...session, proof: provedTwice } : session)
  }

  /** False where no code is asked for. */
  async function proves(id: number, code: string, address: string): Promise<boolean> {
    const { value } = await parts.directory.person(id)
    const person = value === null ? null : stepPersonOf(value)
    if (person === null || !(await secondStep.hasFactor(person))) return false
    await secondStep.checkCode(person, code, address)
    return true
  }

  async function byProof(request: ApiRequest, fields: Fields, challenge: string): Promise<object> {
    const code = textIn(fields, 'code')
    const { passkey } = fields
    if (code === undefined && passkey === undefined) {
      throw await secondStep.repeat(challenge, population, request.origin)
    }
    const proved =
      code === undefined
        ? await secondStep.proveByPasskey(challenge, passkey, population, request.origin)
        : await secondStep.proveByCode(challenge, code, population, request)
    const forever = proved.forever || flagIn(fields, 'remember_me')
    const { caller, origin } = request
    const session = await beginSession(parts, proved.id, { app: caller.app, forever, origin, proof: provedTwice })
    return proved.recoveryCodes.length === 0 ? session : { ...session, recovery_codes: proved.recoveryCodes }
  }

  async function invite({ origin }: ApiRequest): Promise<object> {
    if ((await policy.read()) === 'off') throw new Problem(400, 'Passkeys are not in use on this instance.')
    return { two_step: await secondStep.invite(origin) }
  }

  return async (request) => {
    const fields = fieldsOf(request)
    if (textIn(fields, 'service') !== undefined || request.params.service) {
      throw new Problem(400, 'Administrators log in without a service.')
    }
    const challenge = textIn(fields, 'challenge')
    if (challenge !== undefined) return byProof(request, fields, challenge)
    return fields.passkey === true ? invite(request) : byPassword(request, fields)
  }
}
