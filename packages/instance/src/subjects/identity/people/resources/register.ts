import { Problem } from '@millwright/contract/problem'
import type { ApiRequest, ApiResponse } from '../../../../request/api-request.ts'
import { assertNoRest, fieldsOf, unsupported } from '../../../../request/body.ts'
import { flag } from '../../../../request/params.ts'
import type { SystemResource } from '../../../ground/system/resource.ts'
import { firstToken } from '../begin-session.ts'
import { newCode } from '../codes.ts'
import { refuseCommonPassword } from '../password-rule.ts'
import { inUse, type Registrar } from '../registrar.ts'
import {
  type Registration,
  type RegistrationRules,
  readRegistration,
  storedRegistrationRules,
} from '../registration-form.ts'
import type { Throttle } from '../throttle.ts'
import type { ResourceParts } from './resource-parts.ts'

export interface RegisterParts extends ResourceParts {
  readonly registrar: Registrar
  /** Limits registrations only, so that they cannot block logins. */
  readonly registrations: Throttle
}

/** `user/register`: creates an account for an anonymous caller, if the service `user` allows it (docs/wire/sessions.md). */
export function createRegisterResource(parts: RegisterParts): SystemResource {
  const { config, vault, passwords, people, mail, registrar, registrations } = parts

  async function register(request: ApiRequest): Promise<object> {
    const rules = await storedRegistrationRules(parts)
    const textual = request.payloadFormat !== 'json'
    const form = readRegistration(fieldsOf(request), { config, textual, vault, byMail: rules.byMail })
    if (!rules.open) throw new Problem(403, 'Open Registration is not enabled.')
    if (form.password !== null) await refuseCommonPassword('password', form.password, config)
    await registrations.attempt(form.email, request.address)
    const taken = await registrar.taken(form)
    const conflicts = rules.byMail ? taken.filter((field) => field !== 'email') : taken
    if (conflicts.length > 0) throw inUse(conflicts)
    const login = flag(request.params, 'login')
    if (rules.byMail) {
      await addByMail(request, form, rules, taken.includes('email'))
      return login ? { success: true, confirmation_required: true } : { success: true }
    }
    const password = await passwords.hash(form.password ?? '')
    const id = await registrar.add(form, await hashedAnswer(form), { password }, rules, request)
    if (!login) return { success: true }
    await people.signedIn(id)
    return { success: true, ...(await firstToken(parts, id, request)) }
  }

  /** Only the owner of the address learns whether an account existed already. */
  async function addByMail(
    request: ApiRequest,
    form: Registration,
    rules: RegistrationRules,
    taken: boolean,
  ): Promise<void> {
    await mail.check({ kind: 'user', purpose: 'open_reg' })
    const answer = await hashedAnswer(form)
    const origin = request.linkOrigin?.() ?? request.origin
    const person = { ...form, isKnown: false }
    if (taken) {
      // Look-alikes of an address are other mailboxes, whose owner must not learn that the account exists.
      const email = (await registrar.holderOf(form.email)) ?? form.email
      return mail.sendAddressTaken({ person: { ...person, email }, origin })
    }
    const { code, hash } = newCode()
    const id = await registrar.add(form, answer, { code: hash }, rules, request)
    try {
      await mail.send({ purpose: 'open_reg', kind: 'user', person, code, origin, adminId: null })
    } catch (error) {
      await registrar.remove(id, request)
      throw error
    }
  }

  async function hashedAnswer({ security_question, security_answer }: Registration): Promise<string | null> {
    return security_question === null || security_answer === null ? null : passwords.hash(security_answer)
  }

  return {
    name: 'register',
    label: 'Registration',
    description: 'Creates accounts for people who register, where that is enabled.',
    singleton: true,
    keeps: 'people',
    readOnly: false,
    async handle(request, rest): Promise<ApiResponse> {
      assertNoRest(rest)
      if (request.verb === 'GET' || request.verb === 'DELETE') throw unsupported(request)
      return { status: 200, body: await register(request) }
    },
  }
}
