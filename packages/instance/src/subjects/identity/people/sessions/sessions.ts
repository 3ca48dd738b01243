import type { Background } from '../../../../platform/background.ts'
import type { Clock } from '../../../../platform/clock.ts'
import type { SessionTable } from '../../../../store/identity-tables.ts'
import type { Store } from '../../../../store/store.ts'
import type { Revocations } from '../revocations.ts'
import { createSessionUse, type SessionUse } from './session-use.ts'

/** A session in a person’s list. */
export interface ListedSession extends SessionTable {
  /** Name of the app password that started it. */
  readonly app_password: string | null
}

/** Stores active sessions. Only the token determines what a session may do; a row is for displaying and identifying it. */
export interface Sessions {
  readonly note: SessionUse['note']
  /** Stores a new session, or the new token of an existing one. */
  keep(session: SessionTable): Promise<void>
  /** The latest used first. */
  listOf(owner: SessionOwner): Promise<ListedSession[]>
  /** Ends a session of any person, on all nodes. */
  endOne(id: string, jti: string): Promise<void>
  /** Ends a session of the person. Returns false if the person has no such session. */
  end(owner: SessionOwner, id: string): Promise<boolean>
  /** Ends all sessions but one, or all. Returns the number. */
  endOthers(owner: SessionOwner, except: string | null): Promise<number>
  close(): Promise<void>
}

export interface SessionOwner {
  readonly id: number
  readonly tokenGeneration: number
}

const names = ['session.id', 'session.jti'] as const
const maxListed = 200
const maxAtOnce = 500
const pruneEvery = 3_600_000

interface SessionsParts {
  readonly store: Store
  readonly clock: Clock
  readonly background: Background
  readonly revocations: Revocations
  /** Maximum seconds for which the last token of a session can be used from now on. */
  readonly longestUse: number
}

export function createSessions({ store, clock, background, revocations, longestUse }: SessionsParts): Sessions {
  const { db } = store
  const use = createSessionUse(store, clock, background)
  const now = () => Math.floor(clock() / 1000)
  let pruned = 0

  async function prune(): Promise<void> {
    if (clock() - pruned < pruneEvery) return
    pruned = clock()
    await db.deleteFrom('session').where('expires', '<', now()).execute()
  }

  /** Excludes sessions of an earlier generation, and ended and expired ones. */
  const live = ({ id, tokenGeneration }: SessionOwner) =>
    db
      .selectFrom('session')
      .leftJoin('app_password', 'app_password.id', 'session.app_password_id')
      .where('session.user_id', '=', id)
      .where('session.generation', '=', tokenGeneration)
      .where('session.expires', '>', now())
      .where((where) => where.or([where('app_password_id', 'is', null), where('app_password.id', 'is not', null)]))
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('token_revocation').select('jti').whereRef('jti', '=', 'session.id'))),
      )

  /** Also by the ids of the tokens, which is all that nodes of the previous version check. */
  async function endAll(ended: readonly Pick<SessionTable, 'id' | 'jti'>[]): Promise<void> {
    for (let start = 0; start < ended.length; start += maxAtOnce) {
      const some = ended.slice(start, start + maxAtOnce)
      const ids = some.map(({ id }) => id)
      await revocations.addAll([...new Set([...ids, ...some.map(({ jti }) => jti)])], now() + longestUse)
      await db.deleteFrom('session').where('id', 'in', ids).execute()
    }
  }

  return {
    note: use.note,
    close: use.close,

    async keep(session) {
      await prune()
      const { id, user_id, begun, app_password_id, ...latest } = session
      await db
        .insertInto('session')
        .values(session)
        .onConflict((conflict) => conflict.column('id').doUpdateSet(latest))
        .execute()
    },

    async listOf(owner) {
      await use.flush()
      return live(owner)
        .selectAll('session')
        .select('app_password.name as app_password')
        .orderBy('last_seen', 'desc')
        .orderBy('session.id')
        .limit(maxListed)
        .execute()
    },

    endOne: (id, jti) => endAll([{ id, jti }]),

    async end(owner, id) {
      const found = await live(owner).select(names).where('session.id', '=', id).executeTakeFirst()
      if (found === undefined) return false
      await endAll([found])
      return true
    },

    async endOthers(owner, except) {
      await use.flush()
      const others = (await live(owner).select(names).execute()).filter(({ id }) => id !== except)
      await endAll(others)
      return others.length
    },
  }
}
