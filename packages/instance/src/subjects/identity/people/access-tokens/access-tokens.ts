import { createHash, randomBytes } from 'node:crypto'
import { Problem } from '@millwright/contract/problem'
import { type NewAccessToken, type TokenScope, tokenDays, tokenScopes } from '@millwright/contract/records/access-token'
import { callerWithToken, rightsOfScopes, type ScopeRights } from '../../../../access/token-scope.ts'
import type { By } from '../../../../gateway/ports/sign-in.ts'
import type { Background } from '../../../../platform/background.ts'
import { type Clock, isoMicros } from '../../../../platform/clock.ts'
import { deleteRow, insertRow, storedRow } from '../../../../records/system/rows.ts'
import type { Caller } from '../../../../request/caller.ts'
import type { Store } from '../../../../store/store.ts'
import { accessToken } from '../../../ground/models/access-models.ts'
import type { AccountWriter } from '../account-writer.ts'
import type { Directory, Person } from '../directory.ts'
import { createNoteUse } from '../key-use.ts'
import { type CachedRecord, createRecordCache, isFound } from '../record-cache.ts'

/** Credentials of administrators for programs (docs/wire/access-tokens.md). */
export interface AccessTokens {
  /** Throws a 401 for tokens that are unknown or have ended. */
  verify(token: string): Promise<VerifiedAccessToken>
  /** Throws a 409 if the owner has too many. */
  make(owner: TokenOwner, tokenOptions: AskedToken, by: By): Promise<NewAccessToken>
  /** Ends a token on all nodes, and returns its name. Throws a 404 if the person does not have it. */
  revoke(user: number, id: number, by: By): Promise<string>
}

export interface VerifiedAccessToken {
  readonly person: CachedRecord<Person>
  /** Limits its owner to the scopes. */
  callerOf(owner: Caller): Caller
}

interface TokenOwner {
  readonly id: number
  readonly email: string
}

interface AskedToken {
  readonly name: string
  readonly scopes: readonly TokenScope[]
  readonly days: number
}

interface StoredToken {
  readonly id: number
  readonly userId: number
  readonly name: string
  readonly scopes: readonly TokenScope[]
  readonly rights: ScopeRights
  readonly expires: string
}

interface AccessTokenParts {
  readonly store: Store
  readonly clock: Clock
  readonly background: Background
  readonly directory: Directory
  readonly writes: AccountWriter
}

const cached = 1_000
const most = 50
const day = 86_400_000

export function createAccessTokens(parts: AccessTokenParts): AccessTokens {
  const { store, clock, directory, writes } = parts
  const { db, changes } = store
  const byHash = createRecordCache(cached, load)
  changes.subscribe(({ table }) => {
    if (table === 'access_token') byHash.drop('all')
  })
  const noteUse = createNoteUse<StoredToken>(parts, 'Use of access token', (id, last_used_date) =>
    db.updateTable('access_token').set({ last_used_date }).where('id', '=', id).execute(),
  )

  async function load(hash: string): Promise<StoredToken | null> {
    const row = await db
      .selectFrom('access_token')
      .select(['id', 'user_id', 'name', 'scopes', 'expires_date'])
      .where('hash', '=', hash)
      .executeTakeFirst()
    if (row === undefined) return null
    const { id, user_id: userId, name, expires_date: expires } = row
    const stored: readonly unknown[] = JSON.parse(row.scopes)
    const scopes = tokenScopes.filter((scope) => stored.includes(scope))
    return { id, userId, name, scopes, rights: rightsOfScopes(scopes), expires }
  }

  return {
    async verify(token) {
      const hash = hashOfAccessToken(token)
      const found = hash === null ? null : await byHash.fetch(hash)
      if (found === null || !isFound(found)) throw refused('This access token is unknown or was revoked.')
      const { userId, name, scopes, rights, expires } = found.value
      if (expires <= isoMicros(clock())) throw refused(`The access token '${name}' expired on ${expires.slice(0, 10)}.`)
      const person = await directory.person(userId)
      if (!isFound(person) || !person.value.isActive || !person.value.user.is_sys_admin) {
        throw refused(`The access token '${name}' has ended: its owner is no longer an active administrator.`)
      }
      noteUse(found)
      return { person, callerOf: (owner) => callerWithToken(owner, rights, { name, scopes }) }
    },

    make: ({ id: user_id, email: user_email }, { name, scopes, days }, by) =>
      writes.run(by, async (tx, actor, log) => {
        const held = await tx.all('SELECT "id" FROM "access_token" WHERE "user_id" = ?', user_id)
        if (held.length >= most) throw new Problem(409, `At most ${most} access tokens are allowed per account.`)
        const token = newAccessToken()
        const created_date = isoMicros(actor.now)
        const expires_date = isoMicros(actor.now + Math.min(days, tokenDays.most) * day)
        const row = { user_id, name, scopes: JSON.stringify(scopes), created_date, expires_date }
        const tokenRow = await insertRow(tx, accessToken, { ...row, hash: hashOfAccessToken(token) }, actor)
        const id = Number(tokenRow.id)
        log.changed('access_token', id)
        return {
          id,
          user_id,
          user_email,
          name,
          scopes: [...scopes],
          created_date,
          last_used_date: null,
          expires_date,
          token,
        }
      }),

    revoke: (user, id, by) =>
      writes.run(by, async (tx, actor, log) => {
        const previous = await storedRow(tx, accessToken, id)
        if (previous?.user_id !== user) throw new Problem(404, `You have no access token ${id}.`)
        await deleteRow(tx, accessToken, previous, id, actor)
        log.changed('access_token', id)
        return String(previous.name)
      }),
  }
}

const refused = (sentence: string) => new Problem(401, sentence, { reason: 'bad_token' })

/** By which logs, secret scanners and this instance recognize access tokens. */
const prefix = 'mwt_'
const length = prefix.length + 43

/** 256 random bits: too many to guess, so that a fast hash suffices. */
const newAccessToken = (): string => `${prefix}${randomBytes(32).toString('base64url')}`

/** Whether a bearer token is an access token, rather than that of a session or of a client of an MCP service. */
export const isAccessToken = (text: string): boolean => text.startsWith(prefix)

/** The only form in which a token is stored; `null` for what cannot be one. */
function hashOfAccessToken(token: string): string | null {
  return token.length === length ? createHash('sha256').update(token).digest('hex') : null
}
