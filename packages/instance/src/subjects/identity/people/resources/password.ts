import { invalid, Problem } from '@millwright/contract/problem'
import { rejectProgram } from '../../../../access/required-rights.ts'
import type { ApiRequest, ApiResponse } from '../../../../request/api-request.ts'
import { assertNoRest, type Fields, fieldsOf, flagIn, textIn, unsupported } from '../../../../request/body.ts'
import { flag } from '../../../../request/params.ts'
import type { SystemResource } from '../../../ground/system/resource.ts'
import { credentialChanges } from '../account-notices.ts'
import { type Account, findPerson, isConfirmed, type Population } from '../authenticate.ts'
import { firstToken, replacementToken } from '../begin-session.ts'
import { createMailedCodes, isExpiredCode, matchesCode, noCode } from '../codes.ts'
import { lengthProblem, refuseCommonPassword } from '../password-rule.ts'
import type { StillStored } from '../people.ts'
import type { ResourceParts } from './resource-parts.ts'

const isStoredElsewhere = ({ password, adldap, oauth_provider, saml }: Account) =>
  password === null && Boolean(adldap || oauth_provider || saml)

interface LoginName {
  readonly attribute: 'email' | 'username'
  readonly name: string
}

/**
 * `user/password` or `system/admin/password`: sets a new password with the old one, a mailed code or the answer to the security
 * question, and requests such a code (docs/wire/sessions.md).
 */
export function createPasswordResource(population: Population, parts: ResourceParts): SystemResource {
  const admin = population === 'admin'
  const { passwords, people, throttle, tokens } = parts
  const codes = createMailedCodes(parts.store, parts.clock)
  const isOurs = (person: Account) => (person.is_sys_admin !== 0) === admin

  async function answer(request: ApiRequest): Promise<object> {
    if (request.verb === 'GET' || request.verb === 'DELETE') throw unsupported(request)
    const fields = fieldsOf(request)
    const fresh = textIn(fields, 'new_password')
    const old = textIn(fields, 'old_password')
    if (old !== undefined && fresh !== undefined) return change(request, old, fresh)
    const who = loginName(fields)
    if (flag(request.params, 'reset') || flagIn(fields, 'reset')) return requestReset(request, who)
    const code = textIn(fields, 'code')
    if (code !== undefined && fresh !== undefined) return byCode(request, who, code, fresh)
    const reply = textIn(fields, 'security_answer')
    if (reply !== undefined && fresh !== undefined) return byAnswer(request, who, reply, fresh)
    throw new Problem(400, 'Send old_password, code or security_answer together with new_password, or ask for a reset.')
  }

  async function change(request: ApiRequest, old: string, fresh: string): Promise<object> {
    const { user } = request.caller
    if (user === null) throw new Problem(401, 'Unauthorized. There is no session.')
    rejectProgram(request.caller)
    if (user.is_sys_admin !== admin) throw wrongKind()
    await checkFresh(fresh)
    const attempt = await throttle.attempt(user.email, request.address)
    const [stored, right] = await attempt.check(async () => {
      const found = await findPerson(parts.store.db, 'email', user.email)
      return [found, await passwords.verify(old, found?.password ?? null)] as const
    })
    if (stored?.password == null || !right) throw new Problem(400, 'The password supplied does not match.')
    await attempt.succeeded()
    return finish(request, stored, fresh, { password: stored.password })
  }

  async function requestReset(request: ApiRequest, who: LoginName): Promise<object> {
    await throttle.attempt(`reset ${who.name}`, request.address)
    const person = await findActive(who)
    // Administrators get a code from either endpoint. Unknown people get the same response as others.
    const known = person !== null && (!admin || isOurs(person))
    if (known && person.security_question && person.security_answer !== null) {
      return { security_question: person.security_question }
    }
    await parts.mail.check({ kind: population, purpose: 'password' })
    if (known) mailCode(person, request)
    return { success: true }
  }

  /** Runs after the response, whose timing must not reveal whether a mail is sent. */
  function mailCode(account: Account, { origin, linkOrigin }: ApiRequest): void {
    const base = linkOrigin?.() ?? origin
    parts.background.start('A mail for a new password was not sent', async () => {
      const person = { ...account, isKnown: isConfirmed(account) }
      const kind = account.is_sys_admin === 0 ? 'user' : 'admin'
      const adminId = kind === 'admin' ? account.id : null
      await codes.send(account.id, (code) =>
        parts.mail.send({ purpose: 'password', kind, person, code, origin: base, adminId }),
      )
    })
  }

  async function byCode(request: ApiRequest, who: LoginName, code: string, fresh: string): Promise<object> {
    await checkFresh(fresh)
    const attempt = await throttle.attempt(`code ${who.name}`, request.address)
    const person = await findActive(who)
    const right = matchesCode(code, person?.confirm_code ?? noCode)
    if (person?.confirm_code == null || !right || isExpiredCode(person.confirm_code_date, parts.clock()))
      throw unknownCode()
    await attempt.succeeded()
    if (!isOurs(person)) throw wrongKind()
    return finish(request, person, fresh, { code: person.confirm_code })
  }

  async function byAnswer(request: ApiRequest, who: LoginName, reply: string, fresh: string): Promise<object> {
    await checkFresh(fresh)
    const attempt = await throttle.attempt(who.name, request.address, { endpoint: population, secret: reply })
    const [person, right] = await attempt.check(async () => {
      const found = await findActive(who)
      return [found, await passwords.verify(reply, found?.security_answer ?? null)] as const
    })
    if (person?.security_answer == null || !right) throw new Problem(400, 'The answer supplied does not match.')
    await attempt.succeeded()
    if (!isOurs(person)) throw wrongKind()
    return finish(request, person, fresh, { answer: person.security_answer })
  }

  async function finish(request: ApiRequest, person: Account, fresh: string, still: StillStored): Promise<object> {
    const { id } = person
    const password = await passwords.hash(fresh)
    const done = await people.setPassword(id, password, still, request)
    if (!done) throw unknownCode()
    parts.notices.tell(person, credentialChanges(person, { password }), request)
    if (!flag(request.params, 'login')) return { success: true }
    if ('password' in still) return { success: true, session_token: await replacementToken(tokens, request, id) }
    return { success: true, ...(await firstToken(parts, id, request)) }
  }

  /** Excludes people with an external login: a password here would outlast their account there. */
  async function findActive({ attribute, name }: LoginName): Promise<Account | null> {
    const person = await findPerson(parts.store.db, attribute, name)
    return person === null || person.is_active === 0 || isStoredElsewhere(person) ? null : person
  }

  async function checkFresh(fresh: string): Promise<void> {
    const problem = lengthProblem('new_password', fresh, parts.config.passwordMinLength)
    if (problem !== null) throw invalid({ new_password: [problem] })
    await refuseCommonPassword('new_password', fresh, parts.config)
  }

  return {
    name: admin ? 'admin/password' : 'password',
    label: admin ? 'Administrator Password' : 'Password',
    description: admin ? 'Changes and resets passwords of administrators.' : 'Changes and resets passwords.',
    singleton: true,
    keeps: 'people',
    readOnly: false,
    async handle(request, rest): Promise<ApiResponse> {
      assertNoRest(rest)
      return { status: 200, body: await answer(request) }
    },
  }
}

function loginName(fields: Fields): LoginName {
  const email = textIn(fields, 'email')
  if (email !== undefined) return { attribute: 'email', name: email }
  const username = textIn(fields, 'username')
  if (username !== undefined) return { attribute: 'username', name: username }
  throw new Problem(400, 'The request is missing required email or username.')
}

const wrongKind = () => new Problem(401, 'Unauthorized. This person’s password is not changed here.')

/** The same message for wrong, used and expired codes, and for unknown people. */
function unknownCode(): Problem {
  return new Problem(404, 'The supplied email and/or confirmation code were not found in the system.')
}
