import type { Background } from '../../../platform/background.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { SessionTable } from '../../../store/session-tables.ts'
import type { Store } from '../../../store/store.ts'
import type { Revocations } from '../revocations.ts'
import { createSessionUse, type SessionUse } from './session-use.ts'

/** A session in somebody’s list. */
export interface ListedSession extends SessionTable {
  /** The name of the app password that it was begun with. */
  readonly app_password: string | null
}

/** The sessions that can still be used. What a session may do its token says alone: a row is for people to see, and to name it by. */
export interface Sessions {
  readonly note: SessionUse['note']
  /** Notes that a session begins, or goes on with a new token. */
  keep(session: SessionTable): Promise<void>
  /** The latest used first. */
  listOf(owner: SessionOwner): Promise<ListedSession[]>
  /** Ends one, everywhere, whoever has it. */
  endOne(id: string, jti: string): Promise<void>
  /** Ends one of the person’s; false: it is not among them. */
  end(owner: SessionOwner, id: string): Promise<boolean>
  /** Ends all but one, or all; answers how many. */
  endOthers(owner: SessionOwner, except: string | null): Promise<number>
  close(): Promise<void>
}

export interface SessionOwner {
  readonly id: number
  readonly tokenGeneration: number
}

const names = ['session.id', 'session.jti'] as const
const mostListed = 200
const mostAtOnce = 500
const pruneEvery = 3_600_000

interface SessionsParts {
  readonly store: Store
  readonly clock: Clock
  readonly background: Background
  readonly revocations: Revocations
  /** Seconds that the last token of a session may be of use for from now. */
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

  /** Of an earlier generation, ended or expired ones are none any more. */
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

  /** By the identifiers of the tokens too, which nodes of the version before look at alone. */
  async function endAll(ended: readonly Pick<SessionTable, 'id' | 'jti'>[]): Promise<void> {
    for (let start = 0; start < ended.length; start += mostAtOnce) {
      const some = ended.slice(start, start + mostAtOnce)
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
        .limit(mostListed)
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
