import type { By } from '../../../gateway/ports/sign-in.ts'
import { type Clock, isoMicros } from '../../../platform/clock.ts'
import { deleteRow, storedRow } from '../../../records/system/rows.ts'
import { instanceCaller } from '../../../request/caller.ts'
import type { Store } from '../../../store/store.ts'
import { connectedClient } from '../../ground/models/access-models.ts'
import type { AccountWriter } from '../people/account-writer.ts'
import { insertGrant, type NewGrant } from './new-grant.ts'
import { newToken, type TokenHashes, type TokenKind } from './token-texts.ts'

/** A grant as needed for its tokens. */
export interface Grant {
  readonly id: number
  readonly service: number
  readonly user: number
  readonly clientId: string
  readonly clientName: string
  readonly scope: string
  readonly generation: number
  readonly twoStep: boolean
  /** Unix seconds. */
  readonly expires: number
}

/** Where a code is sent, and the PKCE challenge it is bound to. */
export interface BrowserAnswer {
  readonly redirectUri: string
  readonly challenge: string
}

/** The grant of a code or refresh token. */
export interface FoundGrant {
  readonly grant: Grant
  /** For codes only. */
  readonly redirectUri: string | null
  /** For codes only. */
  readonly challenge: string | null
}

/** Why a code or refresh token is invalid; `reused`: it had been used before, so its grant is now revoked. */
export type TokenRejection = 'unknown' | 'expired' | 'reused'

export interface IssuedTokens {
  readonly access: string
  readonly refresh: string
  /** Unix seconds. */
  readonly expires: number
}

/** Grants that people give to clients, and their tokens; only hashes of tokens are stored (docs/wire/oauth.md). */
export interface Grants {
  /** Creates a grant and returns the code for the client. */
  begin(grant: NewGrant, answer: BrowserAnswer, by: By): Promise<string>
  /**
   * Consumes a code or refresh token, which can be used once: a second use revokes the grant. `check` can reject before it is consumed,
   * so that a faulty request does not cost the token.
   */
  take(
    kind: 'code' | 'device' | 'refresh',
    token: string,
    check: (found: FoundGrant) => Promise<void>,
  ): Promise<Grant | TokenRejection>
  /** Returns `null` if the grant was revoked meanwhile. */
  issue(grant: Grant): Promise<IssuedTokens | null>
  /** Returns the grant of an access token, or `null` if the token is not valid. */
  ofAccessToken(token: string): Promise<{ readonly grant: Grant; readonly expires: number } | null>
  /** Revokes the grant of a token of any kind if it belongs to the client; unknown tokens are ignored. */
  endByToken(token: string, clientId: string, service: number): Promise<void>
  noteUse(id: number): Promise<void>
}

/** Lifetime in seconds; codes are exchanged immediately. */
const codeLife = 120
export const accessLife = 3600
/** Seconds of inactivity after which a client must ask its person again. */
const refreshLife = 30 * 86_400
/** Maximum number of tokens per grant, since rotation leaves used ones behind. */
const maxTokens = 200
/** Milliseconds between purges. */
const purgeEvery = 3_600_000

/** Caller for the revocation of grants by clients, or after the reuse of a token. */
const ended = instanceCaller('OAuth')

interface GrantParts {
  readonly store: Store
  readonly clock: Clock
  readonly hashes: TokenHashes
  readonly writes: AccountWriter
}

export function createGrants({ store, clock, hashes, writes }: GrantParts): Grants {
  const { db } = store
  const now = () => Math.floor(clock() / 1000)
  let purged = 0

  async function purge(): Promise<void> {
    if (clock() - purged < purgeEvery) return
    purged = clock()
    await db.deleteFrom('oauth_token').where('expires', '<', now()).execute()
    await db.deleteFrom('oauth_client').where('expires', '<', now()).execute()
    const isOver = db.selectFrom('oauth_token').select('grant_id').where('kind', '!=', 'access')
    await db
      .deleteFrom('oauth_grant')
      .where((the) => the.or([the('expires', '<', now()), the('id', 'not in', isOver)]))
      .execute()
  }

  async function find(kind: TokenKind, token: string) {
    const row = await db
      .selectFrom('oauth_token as token')
      .innerJoin('oauth_grant as grant', 'grant.id', 'token.grant_id')
      .selectAll('grant')
      .select(['token.id as token_id', 'token.expires as until', 'token.used', 'token.redirect_uri', 'token.challenge'])
      .where('token.hash', 'in', hashes.all(token))
      .where('token.kind', '=', kind)
      .executeTakeFirst()
    return row === undefined ? null : { row, grant: grantOf(row) }
  }

  async function end(id: number): Promise<void> {
    await writes.run({ caller: ended, address: '', verb: 'DELETE' }, async (tx, actor, log) => {
      const previous = await storedRow(tx, connectedClient, id)
      if (previous === undefined) return
      await deleteRow(tx, connectedClient, previous, id, actor)
      log.changed('oauth_grant', id)
    })
  }

  async function reused({ id }: Grant): Promise<'reused'> {
    await end(id)
    return 'reused'
  }

  return {
    async begin(grant, answer, by) {
      await purge()
      const code = newToken('code')
      await writes.run(by, (tx, actor) =>
        insertGrant(tx, actor, clock, grant, {
          kind: 'code',
          hash: hashes.of(code),
          expires: now() + codeLife,
          redirectUri: answer.redirectUri,
          challenge: answer.challenge,
        }),
      )
      return code
    },

    async take(kind, token, check) {
      const found = await find(kind, token)
      if (found === null) return 'unknown'
      const { row, grant } = found
      if (row.used !== null) return reused(grant)
      if (row.until <= now() || grant.expires <= now()) return 'expired'
      await check({ grant, redirectUri: row.redirect_uri, challenge: row.challenge })
      const taken = await db
        .updateTable('oauth_token')
        .set({ used: now() })
        .where('id', '=', row.token_id)
        .where('used', 'is', null)
        .returning('id')
        .executeTakeFirst()
      return taken === undefined ? reused(grant) : grant
    },

    async issue({ id, expires: last }) {
      await purge()
      const access = newToken('access')
      const refresh = newToken('refresh')
      const expires = Math.min(now() + accessLife, last)
      const token = { grant_id: id, used: null, redirect_uri: null, challenge: null }
      const issued = await store.transaction(async (tx) => {
        // Locked, so that the grant cannot be revoked while its new tokens are inserted.
        const living = await tx
          .updateTable('oauth_grant')
          .set({ last_used_date: isoMicros(clock()) })
          .where('id', '=', id)
          .returning('id')
          .executeTakeFirst()
        if (living === undefined) return false
        await tx
          .insertInto('oauth_token')
          .values([
            { ...token, kind: 'access', hash: hashes.of(access), expires },
            { ...token, kind: 'refresh', hash: hashes.of(refresh), expires: Math.min(now() + refreshLife, last) },
          ])
          .execute()
        const own = tx.selectFrom('oauth_token').select('id').where('grant_id', '=', id)
        await tx
          .deleteFrom('oauth_token')
          .where('id', 'in', own.orderBy('id', 'desc').offset(maxTokens).limit(maxTokens))
          .execute()
        return true
      })
      return issued ? { access, refresh, expires } : null
    },

    async ofAccessToken(token) {
      const found = await find('access', token)
      return found === null ? null : { grant: found.grant, expires: found.row.until }
    },

    async endByToken(token, clientId, service) {
      const row = await db
        .selectFrom('oauth_token as token')
        .innerJoin('oauth_grant as grant', 'grant.id', 'token.grant_id')
        .select('grant.id')
        .where('token.hash', 'in', hashes.all(token))
        .where('grant.client_id', '=', clientId)
        .where('grant.service_id', '=', service)
        .executeTakeFirst()
      if (row !== undefined) await end(row.id)
    },

    async noteUse(id) {
      await db
        .updateTable('oauth_grant')
        .set({ last_used_date: isoMicros(clock()) })
        .where('id', '=', id)
        .execute()
    },
  }
}

interface StoredGrant {
  readonly id: number
  readonly service_id: number
  readonly user_id: number
  readonly client_id: string
  readonly client_name: string
  readonly scope: string
  readonly generation: number
  readonly two_step: number
  readonly expires: number
}

function grantOf(row: StoredGrant): Grant {
  return {
    id: row.id,
    service: row.service_id,
    user: row.user_id,
    clientId: row.client_id,
    clientName: row.client_name,
    scope: row.scope,
    generation: row.generation,
    twoStep: row.two_step !== 0,
    expires: row.expires,
  }
}
