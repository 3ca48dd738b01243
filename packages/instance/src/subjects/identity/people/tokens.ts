import { randomBytes } from 'node:crypto'
import { tokenBlacklisted, tokenInvalid } from '@millwright/contract/problem'
import type { Device, SessionProof, SessionStart, Tokens } from '../../../gateway/parts.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/settings/config.ts'
import type { SigningKeys } from '../../../platform/vault.ts'
import type { ProgramCredential } from '../../../request/caller.ts'
import type { SessionTable } from '../../../store/identity-tables.ts'
import type { Directory, Person } from './directory.ts'
import { type Claims, createSigner } from './jwt.ts'
import { type CachedRecord, isFound } from './record-cache.ts'
import type { Revocations } from './revocations.ts'
import type { Sessions, UsedSession } from './sessions/sessions.ts'
import {
  checkOwner,
  checkRefresh,
  checkTimes,
  invalidToken,
  lastUse,
  newClaims,
  programOf,
  proofIn,
  refusedRefresh,
  sessionEnd,
  sessionEnded,
  sessionIdOf,
  sessionIn,
  type TokenOwner,
  userGone,
} from './token-rules.ts'

/** Session tokens. Uses the synchronous HMAC of `node:crypto`, as WebCrypto would require a promise per request. */
export interface SessionTokens extends Tokens {
  /** Tokens must be verified again when this list is replaced. */
  readonly signers: SigningKeys['accepted']
  issueTo(owner: TokenOwner, forever: boolean, start?: SessionStart): Promise<IssuedToken>
  /** Throws a 401 for malformed or expired tokens, and a 403 for revoked ones, in this order. */
  verify(token: string): Promise<VerifiedToken>
  /** Ends the token and returns its successor. Throws a 401 that names the cause, also for people who are not `admitted`. */
  refresh(
    token: string,
    admitted: (person: Person) => boolean,
    device: Device,
  ): Promise<IssuedToken & { readonly person: Person }>
  /** Ends the session of the token, expired or not. Ignores text that is not a token. */
  revoke(token: string): Promise<void>
}

export interface IssuedToken {
  readonly token: string
  /** Unix time in seconds. */
  readonly expires: number
}

export interface VerifiedToken {
  readonly expires: number
  readonly person: CachedRecord<Person>
  readonly program: ProgramCredential | undefined
  readonly session: UsedSession
}

/** Verifies again how a session was started. */
export interface ProofRules {
  /** Whether the app password still exists, and the service that vouched for a program is as it was then. */
  isGood(person: Person, proof: SessionProof): Promise<boolean>
  /** Whether new tokens may be issued: not if a second step is required by now and the session was started without one. */
  mayGoOn(person: Person, proof: SessionProof): Promise<boolean>
}

interface TokenParts {
  readonly config: Pick<Config, 'tokenTtl' | 'tokenRefreshTtl' | 'sessionIdle' | 'allowForeverSessions'>
  readonly clock: Clock
  readonly directory: Directory
  readonly revocations: Revocations
  readonly sessions: Pick<Sessions, 'keep' | 'endOne'>
  readonly tokenKeys: SigningKeys
  readonly proofs: ProofRules
}

export function createTokens(parts: TokenParts): SessionTokens {
  const { config, clock, directory, revocations, sessions, tokenKeys, proofs } = parts
  const signer = createSigner(tokenKeys)
  const life = { ttl: config.tokenTtl, refreshTtl: config.tokenRefreshTtl, idle: config.sessionIdle }
  const now = () => Math.floor(clock() / 1000)

  async function issueTo(owner: TokenOwner, forever: boolean, start: SessionStart = {}): Promise<IssuedToken> {
    const jti = randomBytes(16).toString('base64url')
    const { id: sid = sessionIdOf(jti), issued } = start.session ?? {}
    const lasting = forever && config.allowForeverSessions
    const full = newClaims(owner, lasting, { jti, sid }, now(), life, issued, start.proof)
    const claims = { ...full, exp: Math.min(full.exp, start.until ?? full.exp) }
    await sessions.keep(rowOf(claims, start.device))
    return { token: signer.sign(claims), expires: claims.exp }
  }

  function rowOf(claims: Claims, device?: Device): SessionTable {
    const { address = null, agent: user_agent = null } = device ?? {}
    return {
      id: sessionIn(claims).id,
      user_id: claims.user_id,
      jti: claims.jti,
      generation: claims.gen,
      app_password_id: claims.app_password ?? null,
      begun: claims.iat,
      last_seen: now(),
      expires: sessionEnd(claims, life),
      address,
      user_agent,
    }
  }

  return {
    get signers() {
      return tokenKeys.accepted
    },

    issueTo,

    async issue(userId, forever, start) {
      const { value } = await directory.reread(userId)
      if (value === null) throw invalidToken(userGone)
      return (await issueTo(value, forever, start)).token
    },

    async verify(token) {
      const read = signer.read(token)
      if ('malformed' in read) throw invalidToken(read.malformed)
      const { claims } = read
      const untimely = checkTimes(claims, now())
      if (untimely !== null) throw untimely
      const session = sessionIn(claims)
      const revoked = await revocations.has(claims.jti, session.id)
      const person = await directory.person(claims.user_id)
      if (!isFound(person)) throw invalidToken(userGone)
      const ended = checkOwner(claims, person.value, revoked)
      if (ended !== null) throw ended
      const proof = proofIn(claims)
      if (!(await proofs.isGood(person.value, proof))) throw sessionEnded()
      const used = { id: session.id, unlisted: claims.sid === undefined ? rowOf(claims) : null }
      return {
        expires: claims.exp,
        person,
        program: programOf(proof),
        session: used,
      }
    },

    async refresh(token, admitted, device) {
      const read = signer.read(token)
      if ('malformed' in read) throw refusedRefresh(`${tokenInvalid}${read.malformed}`)
      const { claims } = read
      const { value: person } = await directory.person(claims.user_id)
      if (person === null) throw refusedRefresh(`${tokenInvalid}${userGone}`)
      const session = sessionIn(claims)
      const revoked = await revocations.has(claims.jti, session.id)
      const refused = checkRefresh(claims, person, revoked, now(), life)
      if (refused !== null) throw refused
      const proof = proofIn(claims)
      if (!(await proofs.isGood(person, proof))) throw refusedRefresh(tokenBlacklisted)
      if (!(await proofs.mayGoOn(person, proof)))
        throw refusedRefresh('Two-step sign-in is now required. Please sign in again.')
      if (!admitted(person)) throw refusedRefresh('This session belongs to another kind of account.')
      const endedByUs = await revocations.add(claims.jti, lastUse(claims, life))
      if (!endedByUs) throw refusedRefresh(tokenBlacklisted)
      const forever = claims.forever && config.allowForeverSessions
      const { id } = session
      const issued = forever ? now() : session.issued
      return { ...(await issueTo(person, forever, { proof, session: { id, issued }, device })), person }
    },

    async revoke(token) {
      const read = signer.read(token)
      if ('claims' in read) await sessions.endOne(sessionIn(read.claims).id, read.claims.jti)
    },

    describe(token) {
      const read = signer.read(token)
      return 'claims' in read
        ? {
            forever: read.claims.forever,
            expires: read.claims.exp,
            proof: proofIn(read.claims),
            session: sessionIn(read.claims),
          }
        : null
    },
  }
}
