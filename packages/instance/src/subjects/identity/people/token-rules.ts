import { createHash } from 'node:crypto'
import { Problem, refreshFailed, tokenBlacklisted, tokenExpired, tokenInvalid } from '@millwright/contract/problem'
import { appPassword } from '../../../access/required-rights.ts'
import type { SessionName, SessionProof } from '../../../gateway/parts.ts'
import type { ProgramCredential } from '../../../request/caller.ts'
import type { Claims } from './jwt.ts'

/** The data of a person that determines whether their tokens are valid. */
export interface TokenOwner {
  readonly id: number
  readonly email: string
  readonly isActive: boolean
  readonly tokenGeneration: number
}

export interface TokenLife {
  /** Lifetime of a token in seconds. */
  readonly ttl: number
  /** Seconds after `iat` within which it can be refreshed. */
  readonly refreshTtl: number
  /** Seconds after `exp` within which it can be refreshed, or 0 for no separate limit. */
  readonly idle: number
}

/** Seconds by which another node's clock may be ahead. */
const skew = 30

export const subjectOf = (email: string) => createHash('md5').update(email).digest('hex')

/** Times are checked first: a token that is both expired and revoked counts as expired. */
export function checkTimes(claims: Claims, now: number): Problem | null {
  if (claims.nbf > now + skew || claims.iat > now + skew) return invalidToken('Token is not valid yet.')
  if (claims.exp > now) return null
  return new Problem(
    401,
    `${tokenExpired}: Session expired. Please refresh your token (if still within refresh window) or re-login.`,
    { reason: 'expired_token' },
  )
}

/** For a token with valid times. */
export function checkOwner(claims: Claims, owner: TokenOwner, revoked: boolean): Problem | null {
  return isEnded(claims, owner, revoked) ? sessionEnded() : null
}

/** The error for a revoked token. */
export const sessionEnded = () =>
  new Problem(403, `${tokenBlacklisted}: Session terminated. Please re-login.`, { reason: 'ended_session' })

export function checkRefresh(
  claims: Claims,
  owner: TokenOwner,
  revoked: boolean,
  now: number,
  { refreshTtl, idle }: TokenLife,
): Problem | null {
  if (claims.program !== undefined)
    return refusedRefresh('A program signs in again with a token of its provider instead.')
  const isIdle = idle > 0 && claims.exp + idle <= now
  if (isIdle || claims.iat + refreshTtl <= now) return refusedRefresh(`${tokenExpired} and can no longer be refreshed`)
  return isEnded(claims, owner, revoked) ? refusedRefresh(tokenBlacklisted) : null
}

/** Whether the person logged out, was deactivated, or changed the email address or password since. */
function isEnded(claims: Claims, owner: TokenOwner, revoked: boolean): boolean {
  return revoked || !owner.isActive || claims.gen !== owner.tokenGeneration || claims.sub !== subjectOf(owner.email)
}

/** Creates the claims of a new token. An earlier `issued` keeps the refresh window. */
export function newClaims(
  owner: TokenOwner,
  forever: boolean,
  { jti, sid }: { readonly jti: string; readonly sid: string },
  now: number,
  { ttl }: Pick<TokenLife, 'ttl'>,
  issued = now,
  { twoStep, appPassword, program }: SessionProof = {},
): Claims {
  return {
    iss: 'millwright',
    iat: issued,
    nbf: now,
    exp: now + ttl,
    jti,
    sid,
    sub: subjectOf(owner.email),
    user_id: owner.id,
    forever,
    gen: owner.tokenGeneration,
    ...(twoStep ? { two: true } : {}),
    ...(appPassword === undefined ? {} : { app_password: appPassword }),
    ...(program === undefined ? {} : { program }),
  }
}

export function proofIn({ two = false, app_password, program }: Claims): SessionProof {
  return {
    ...(two ? { twoStep: true } : {}),
    ...(app_password === undefined ? {} : { appPassword: app_password }),
    ...(program === undefined ? {} : { program }),
  }
}

/** The kind of program that a session belongs to, if it is one. */
export function programOf({ appPassword: id, program }: SessionProof): ProgramCredential | undefined {
  if (program !== undefined) return { kind: 'provider token', name: program.name }
  return id === undefined ? undefined : appPassword
}

/** Unix time in seconds after which the token is useless. */
export const lastUse = (claims: Claims, { refreshTtl }: Pick<TokenLife, 'refreshTtl'>) =>
  Math.max(claims.exp, claims.program === undefined ? claims.iat + refreshTtl : 0)

/** Like `lastUse`, for the list of sessions: idle sessions may end earlier. */
export const sessionEnd = (claims: Claims, life: TokenLife) =>
  Math.max(
    claims.exp,
    Math.min(lastUse(claims, life), life.idle > 0 ? claims.exp + life.idle : Number.POSITIVE_INFINITY),
  )

/** The id of the session that starts with this token. It differs from the token's id, as the token ends with its first refresh. */
export const sessionIdOf = (jti: string) => `s${jti}`

export const sessionIn = ({ sid, jti, iat }: Claims): SessionName => ({ id: sid ?? sessionIdOf(jti), issued: iat })

export const userGone = 'User not found.'
export const invalidToken = (reason: string) => new Problem(401, `${tokenInvalid}${reason}`, { reason: 'bad_token' })
export const refusedRefresh = (reason: string) => new Problem(401, `${refreshFailed}${reason}`)
