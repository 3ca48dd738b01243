import { string } from '@millwright/contract/records/field'
import type { Device } from '../../../../gateway/parts.ts'
import type { Background } from '../../../../platform/background.ts'
import type { Clock } from '../../../../platform/clock.ts'
import { type DeclaredTable, declareTable } from '../../../../records/system/declared-table.ts'
import type { ApiRequest } from '../../../../request/api-request.ts'
import type { SessionTable } from '../../../../store/identity-tables.ts'
import type { Store } from '../../../../store/store.ts'
import type { Revocations } from '../revocations.ts'

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

/** The session of a request. `unlisted`: its new row, if an older version started it without one. */
export interface UsedSession {
  readonly id: string
  readonly unlisted: SessionTable | null
}

/** Records when sessions were last used, in memory, and writes it once a minute. */
interface SessionUse {
  note(session: UsedSession): void
  /** Writes what was recorded. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** In milliseconds. */
const period = 60_000

function createSessionUse({ db }: Pick<Store, 'db'>, clock: Clock, background: Background): SessionUse {
  const noted = new WeakMap<UsedSession, number>()
  let pending = new Map<string, UsedSession>()
  let timer: NodeJS.Timeout | undefined

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const used = [...pending.values()]
    pending = new Map()
    const now = Math.floor(clock() / 1000)
    for (let start = 0; start < used.length; start += maxAtOnce) {
      await write(used.slice(start, start + maxAtOnce), now)
    }
  }

  async function write(used: readonly UsedSession[], now: number): Promise<void> {
    const ids = used.map(({ id }) => id)
    await db.updateTable('session').set({ last_seen: now }).where('id', 'in', ids).execute()
    const rows = used.flatMap(({ unlisted }) => (unlisted === null ? [] : [{ ...unlisted, last_seen: now }]))
    if (rows.length === 0) return
    await db
      .insertInto('session')
      .values(rows)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  }

  return {
    note(session) {
      const now = clock()
      const before = noted.get(session)
      if (before !== undefined && now - before < period) return
      noted.set(session, now)
      pending.set(session.id, session)
      timer ??= setTimeout(() => background.start('The use of sessions was not noted', flush), period).unref()
    },
    flush,
    close: flush,
  }
}

const longestAgent = 300

/** The client of a request, as shown in the list of a person’s sessions. */
export function deviceOf({ address, headers }: Pick<ApiRequest, 'address' | 'headers'>): Device {
  return { address, agent: headers['user-agent']?.slice(0, longestAgent) || null }
}

/** Declares the end of all sessions of a person for the audit log. */
export const auditedSessions: DeclaredTable = declareTable({
  table: 'session',
  auditedAs: 'active_session',
  label: 'Active sessions',
  key: 'user_id',
  audit: 'none',
  fields: { name: string(), sessions: string() },
  authority: 'instance',
})
