import type { AccessSubject, RefusalReason } from '@millwright/contract/wire/usage'
import type { Dialect } from '../../../../records/system/dialect.ts'
import type { Statements, Store } from '../../../../store/store.ts'
import type { CallerEntry } from './entities.ts'

/** Last use of an app, person or role on this node; milliseconds since 1970, 0: none. */
interface Use {
  readonly subject: AccessSubject
  readonly id: number
  used: number
  denied: number
  service: string
  status: number
  reason: RefusalReason | null
}

/** Uses that are recorded but not written yet, by subject. */
export class Uses {
  #noted = new Map<string, Use>()

  /** Takes over the uses recorded in a caller entry, and resets it. */
  note(caller: CallerEntry): void {
    const { lastUsed, lastDenied, lastService, lastStatus, lastReason, key } = caller
    if (lastUsed === 0 && lastDenied === 0) return
    caller.lastUsed = 0
    caller.lastDenied = 0
    const seen = { used: lastUsed, denied: lastDenied, service: lastService, status: lastStatus, reason: lastReason }
    this.#of('app', key.appId, seen)
    this.#of('user', key.userId, seen)
    this.#of('role', key.roleId, seen)
  }

  /** Records a request that was rejected when only its app was known. */
  denied(app: number, at: number, reason: RefusalReason | null): void {
    this.#of('app', app, { used: 0, denied: at, service: '', status: 0, reason })
  }

  /** Uses to write; they stay pending until `written`. */
  pending(): Use[] {
    return [...this.#noted.values()]
  }

  /** Removes written uses, unless they changed meanwhile. */
  written(uses: readonly Use[]): void {
    for (const use of uses) {
      const name = `${use.subject}/${use.id}`
      if (this.#noted.get(name) === use) this.#noted.delete(name)
    }
  }

  #of(subject: AccessSubject, id: number, seen: Omit<Use, 'subject' | 'id'>): void {
    if (id === 0) return
    const name = `${subject}/${id}`
    const known = this.#noted.get(name)
    const isLater = known === undefined || seen.used >= known.used
    // Creates a new object, as the previous one may be in the middle of a write.
    this.#noted.set(name, {
      subject,
      id,
      used: Math.round(Math.max(known?.used ?? 0, seen.used)),
      denied: Math.round(Math.max(known?.denied ?? 0, seen.denied)),
      service: isLater ? seen.service : known.service,
      status: isLater ? seen.status : known.status,
      reason: seen.denied > (known?.denied ?? 0) ? seen.reason : (known?.reason ?? null),
    })
  }
}

/** Only moves dates forward, so that nodes may write in any order. */
export async function writeUses(uses: readonly Use[], dialect: Dialect, statements: Statements): Promise<void> {
  // Uses the same order on all nodes, to prevent deadlocks.
  const sorted = uses.toSorted((a, b) => (a.subject === b.subject ? a.id - b.id : a.subject < b.subject ? -1 : 1))
  for (const { subject, id, used, denied, service, status, reason } of sorted) {
    const first = Math.min(used || denied, denied || used)
    await statements.all(dialect.finish(upsertUse), [
      subject,
      id,
      first,
      used || null,
      denied || null,
      used === 0 ? null : service,
      used === 0 ? null : status,
      reason,
    ])
  }
}

const upsertUse = `insert into access_usage
    (subject_type, subject_id, first_seen, last_used, last_denied, last_service, last_status, last_denied_reason)
  values (?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (subject_type, subject_id) do update set
    first_seen = case when excluded.first_seen < access_usage.first_seen then excluded.first_seen else access_usage.first_seen end,
    last_service = case when excluded.last_used >= coalesce(access_usage.last_used, 0) then excluded.last_service else access_usage.last_service end,
    last_status = case when excluded.last_used >= coalesce(access_usage.last_used, 0) then excluded.last_status else access_usage.last_status end,
    last_denied_reason = case when excluded.last_denied >= coalesce(access_usage.last_denied, 0) then excluded.last_denied_reason else access_usage.last_denied_reason end,
    last_used = case when excluded.last_used >= coalesce(access_usage.last_used, 0) then excluded.last_used else access_usage.last_used end,
    last_denied = case when excluded.last_denied >= coalesce(access_usage.last_denied, 0) then excluded.last_denied else access_usage.last_denied end`

/** Most keys that are looked up at once; requests with others are rejected all the same. */
const maxKeys = 200

/** API keys of requests that were rejected before their app was known, such as those of inactive apps. Never written to the database. */
export class DeniedKeys {
  #waiting = new Map<string, { readonly at: number; readonly reason: RefusalReason | null }>()

  add(key: string, at: number, reason: RefusalReason | null): void {
    if (this.#waiting.size < maxKeys || this.#waiting.has(key)) this.#waiting.set(key, { at, reason })
  }

  /** Records the rejected requests of keys that belong to apps. */
  async resolve({ db }: Pick<Store, 'db'>, uses: Uses): Promise<void> {
    if (this.#waiting.size === 0) return
    const denied = this.#waiting
    this.#waiting = new Map()
    const apps = await db
      .selectFrom('app')
      .select(['id', 'api_key'])
      .where('api_key', 'in', [...denied.keys()])
      .execute()
    for (const { id, api_key } of apps) {
      const found = denied.get(api_key)
      if (found !== undefined) uses.denied(id, found.at, found.reason)
    }
  }
}
