import { invalid, Problem } from '@millwright/contract/problem'
import {
  type AccessToken,
  configScopes,
  type TokenScope,
  tokenDays,
  tokenScopes,
} from '@millwright/contract/records/access-token'
import { isFullAdmin, rejectProgram } from '../../../../access/required-rights.ts'
import type { Parts } from '../../../../gateway/parts.ts'
import type { AccessRequest, ApiRequest } from '../../../../request/api-request.ts'
import { assertNoRest, type Fields, fieldsOf, unsupported } from '../../../../request/body.ts'
import type { Caller, CallerUser } from '../../../../request/caller.ts'
import { accessToken } from '../../../ground/models/access-models.ts'
import { createResource } from '../../../ground/system/create-resource.ts'
import type { ResourceDeclaration, SystemResource } from '../../../ground/system/resource.ts'
import { tokenCreated, tokenRevoked } from '../account-notices.ts'
import { refuseLesser } from '../admin.ts'
import { confirmPassword, confirmSignIn } from '../authenticate.ts'
import { factorName, idIn } from './factor-calls.ts'
import type { ResourceParts } from './resource-parts.ts'

/** `system/access_token`: the tokens of all administrators, for those who may edit them to read and revoke (docs/wire/access-tokens.md). */
const declaration: ResourceDeclaration = {
  name: 'access_token',
  label: 'Access Tokens',
  description: 'Credentials of administrators for programs; deleting one revokes it immediately.',
  travels: 'people',
  declared: accessToken,
  madeElsewhere: true,
  scope: { values: {} },
  relations: [],
  guard({ caller, verb }, parts) {
    if (verb !== 'GET') rejectProgram(caller)
    return refuseLesser({ caller }, parts)
  },
  async beforeDelete({ tx, previous, request, parts, log }) {
    const owner = await tx.first('SELECT * FROM "user" WHERE "id" = ?', previous.user_id)
    if (owner !== undefined)
      log.afterwards.push(() => parts.notices.tell(owner, [tokenRevoked(String(previous.name))], request))
  },
}

export const createAccessTokenResource = (parts: Parts): SystemResource => createResource(declaration, parts)

const confirmed = 'the access tokens'

/** `user/access_token`: lists the caller's own tokens, creates one that is shown once, and revokes one by `?id=`. */
export function createOwnTokensResource(parts: ResourceParts): SystemResource {
  const { store, accessTokens, notices } = parts
  const { db } = store

  async function list({ id, email }: CallerUser): Promise<AccessToken[]> {
    const rows = await db.selectFrom('access_token').selectAll().where('user_id', '=', id).orderBy('id').execute()
    return rows.map(({ hash: _, scopes, ...row }) => ({
      ...row,
      user_email: email,
      scopes: JSON.parse(scopes) as TokenScope[],
    }))
  }

  async function make(request: ApiRequest, { id }: CallerUser): Promise<object> {
    const fields = fieldsOf(request)
    const tokenOptions = { name: factorName(fields), scopes: scopesIn(fields, request.caller), days: daysIn(fields) }
    const person = await db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    if (person.password === null) await confirmSignIn(parts, request.caller, confirmed)
    else await confirmPassword(parts, fields, person, request.address, confirmed)
    const newToken = await accessTokens.make(person, tokenOptions, request)
    notices.tell(person, [tokenCreated(tokenOptions.name)], request)
    return newToken
  }

  async function revoke(request: ApiRequest, user: CallerUser): Promise<object> {
    const id = idIn(request)
    const person = await db.selectFrom('user').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
    const name = await accessTokens.revoke(user.id, id, request)
    notices.tell(person, [tokenRevoked(name)], request)
    return { id }
  }

  return {
    name: 'access_token',
    label: 'Access Tokens',
    description: 'Your own credentials for programs that act as you.',
    singleton: true,
    keeps: 'people',
    readOnly: false,
    guard: (request) => void whoCalls(request),
    async handle(request, rest) {
      assertNoRest(rest)
      const user = whoCalls(request)
      if (request.verb === 'GET') return { status: 200, body: { resource: await list(user) } }
      if (request.verb !== 'POST' && request.verb !== 'DELETE') throw unsupported(request)
      rejectProgram(request.caller)
      if (request.verb === 'DELETE') return { status: 200, body: await revoke(request, user) }
      return { status: 201, body: await make(request, user) }
    },
  }
}

/** Throws unless an administrator calls, also for scripts that run with the rights of several people. */
function whoCalls({ caller: { user } }: AccessRequest): CallerUser {
  if (user === null) throw new Problem(401, 'Unauthorized. There is no session.')
  if (!user.is_sys_admin) throw new Problem(403, 'Access tokens are for administrators.')
  return user
}

function scopesIn({ scopes }: Fields, caller: Caller): TokenScope[] {
  const named: readonly unknown[] = Array.isArray(scopes) ? scopes : []
  const unknown = named.find((name) => !tokenScopes.some((scope) => scope === name))
  if (named.length === 0 || unknown !== undefined)
    throw invalid({ scopes: [`scopes must be a list of: ${tokenScopes.join(', ')}.`] })
  if (!isFullAdmin(caller) && configScopes.some((scope) => named.includes(scope)))
    throw new Problem(403, 'Only full administrators can create access tokens for the configuration.')
  if (named.includes('config:programs') && !named.includes('config:apply'))
    throw invalid({ scopes: ['config:programs needs config:apply, which it extends to scripts, tasks and webhooks.'] })
  return tokenScopes.filter((scope) => named.includes(scope))
}

function daysIn({ expires_in_days: days }: Fields): number {
  if (days === undefined || days === null) return tokenDays.usual
  if (typeof days === 'number' && Number.isInteger(days) && days >= 1 && days <= tokenDays.most) return days
  throw invalid({ expires_in_days: [`expires_in_days must be a whole number from 1 to ${tokenDays.most}.`] })
}
