import { type Clock, isoMicros } from '../../../platform/clock.ts'
import type { Vault } from '../../../platform/vault.ts'
import type { Author } from '../../../request/caller.ts'
import type { Store } from '../../../store/store.ts'

/** A due message, claimed by this node. */
export interface TakenDelivery {
  readonly id: number
  readonly webhookId: number
  readonly messageId: string
  readonly body: string
  /** Including this one. */
  readonly attempts: number
  /** Author of the webhook when the message was created. */
  readonly author: Author
  /** The current webhook. */
  readonly webhook: { readonly url: string; readonly secret: string; readonly author: Author }
}

/** Result of an attempt. */
export interface Attempted {
  readonly status: number | null
  /** Milliseconds. */
  readonly duration: number
  /** `null`: accepted. */
  readonly error: string | null
  /** Whether further attempts are pointless. */
  readonly isFinal: boolean
}

export interface NewDelivery {
  readonly webhookId: number
  readonly event: string
  readonly messageId: string
  readonly body: string
  readonly author: Author
}

/** Messages to webhooks, stored across restarts; each attempt is made by one node. Times are milliseconds since 1970. */
export interface DeliveryStore {
  /**
   * Returns `null`, without storing the message, if too many are waiting for the webhook. `heldUntil`: already claimed by the
   * caller; `null`: free.
   */
  add(delivery: NewDelivery, heldUntil: number | null): Promise<number | null>
  /**
   * Claims the next due message for webhooks other than `busy`; `null`: there is none. `until`: when the claiming node is
   * considered dead.
   */
  take(until: number, busy: readonly number[]): Promise<TakenDelivery | null>
  /** A message that is already claimed; `null`: it does not exist. */
  held(id: number): Promise<TakenDelivery | null>
  /** `next`: time of the next attempt; `null`: none. */
  ended(id: number, attempted: Attempted, next: number | null): Promise<void>
  /** Releases an attempt, as if it had not begun. */
  release(id: number): Promise<void>
  /** Restarts an ended message; false if it does not exist or is waiting. */
  again(id: number): Promise<boolean>
  switchOff(webhookId: number): Promise<void>
  /** Deletes ended messages after their retention period, and the oldest if there are too many. */
  deleteOld(): Promise<void>
}

export const maxWaiting = 10_000
/** Most ended messages per webhook. */
export const maxEnded = 1_000
const daysKept = 30
const day = 86_400_000
/** Longer than any pause between attempts: such times were set by a wrong clock. */
const latest = 2 * day

export function createDeliveryStore(store: Store, vault: Vault, clock: Clock): DeliveryStore {
  const { db } = store

  /** `null`: encrypted with another key. */
  function opened(sealed: string | null): string | null {
    try {
      return sealed === null ? null : vault.open(sealed)
    } catch {
      return null
    }
  }

  async function end(id: number, error: string): Promise<void> {
    await db
      .updateTable('webhook_delivery')
      .set({ state: 'failed', error, running_until: null, next_attempt_date: null })
      .where('id', '=', id)
      .execute()
  }

  const chosen = () =>
    db
      .selectFrom('webhook_delivery')
      .innerJoin('webhook', 'webhook.id', 'webhook_id')
      .select(['webhook_delivery.id', 'webhook_id', 'message_id', 'body', 'attempts', 'turn', 'url', 'secret'])
      .select(['webhook_delivery.author_id', 'webhook_delivery.author_app_id'])
      .select(['webhook.author_id as now_author_id', 'webhook.author_app_id as now_author_app_id'])

  type Chosen = Awaited<ReturnType<ReturnType<typeof chosen>['executeTakeFirstOrThrow']>>

  async function takenOf(row: Chosen): Promise<TakenDelivery | null> {
    const body = opened(row.body)
    const secret = opened(row.secret)
    if (body === null || secret === null) {
      await end(row.id, 'The message was encrypted with a key that no longer exists.')
      return null
    }
    const author = { userId: row.now_author_id, appId: row.now_author_app_id }
    return {
      id: row.id,
      webhookId: row.webhook_id,
      messageId: row.message_id,
      body,
      attempts: row.attempts,
      author: { userId: row.author_id, appId: row.author_app_id },
      webhook: { url: row.url, secret, author },
    }
  }

  return {
    async add({ webhookId, event, messageId, body, author }, heldUntil) {
      const { count } = await db
        .selectFrom('webhook_delivery')
        .select((row) => row.fn.countAll().as('count'))
        .where('webhook_id', '=', webhookId)
        .where('state', '=', 'waiting')
        .executeTakeFirstOrThrow()
      if (Number(count) >= maxWaiting) return null
      const now = clock()
      const { id } = await db
        .insertInto('webhook_delivery')
        .values({
          created_date: isoMicros(now),
          webhook_id: webhookId,
          message_id: messageId,
          event,
          body: vault.seal(body),
          state: 'waiting',
          due: now,
          next_attempt_date: isoMicros(now),
          author_id: author.userId,
          author_app_id: author.appId,
          ...(heldUntil === null ? {} : { running_until: heldUntil, attempts: 1 }),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    async take(until, busy) {
      for (;;) {
        const now = clock()
        let query = chosen()
          .where('state', '=', 'waiting')
          .where('is_active', '=', 1)
          .where((row) => row.or([row('due', '<=', now), row('due', '>', now + latest)]))
          .where((row) =>
            row.or([
              row('running_until', 'is', null),
              row('running_until', '<=', now),
              row('running_until', '>', now + latest),
            ]),
          )
          .orderBy('due')
          .orderBy('webhook_delivery.id')
        if (busy.length > 0) query = query.where('webhook_id', 'not in', [...busy])
        const next = await query.limit(1).executeTakeFirst()
        if (next === undefined) return null
        const claimed = await db
          .updateTable('webhook_delivery')
          .set({ running_until: until, attempts: next.attempts + 1, turn: next.turn + 1 })
          .where('id', '=', next.id)
          .where('turn', '=', next.turn)
          .where('state', '=', 'waiting')
          .executeTakeFirst()
        if (claimed.numUpdatedRows === 0n) continue
        const taken = await takenOf({ ...next, attempts: next.attempts + 1 })
        if (taken !== null) return taken
      }
    },
    async held(id) {
      const found = await chosen().where('webhook_delivery.id', '=', id).executeTakeFirst()
      return found === undefined ? null : takenOf(found)
    },
    async ended(id, { status, duration, error }, next) {
      await db
        .updateTable('webhook_delivery')
        .set({
          state: error === null ? 'delivered' : next === null ? 'failed' : 'waiting',
          status_code: status,
          duration,
          error,
          running_until: null,
          last_attempt_date: isoMicros(clock()),
          ...(next === null ? { next_attempt_date: null } : { due: next, next_attempt_date: isoMicros(next) }),
        })
        .where('id', '=', id)
        .execute()
    },
    async release(id) {
      await db
        .updateTable('webhook_delivery')
        .set((row) => ({ running_until: null, attempts: row('attempts', '-', 1) }))
        .where('id', '=', id)
        .execute()
    },
    async again(id) {
      const now = clock()
      const { numUpdatedRows } = await db
        .updateTable('webhook_delivery')
        .set({ state: 'waiting', attempts: 0, due: now, next_attempt_date: isoMicros(now) })
        .where('id', '=', id)
        .where('state', '!=', 'waiting')
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
    async switchOff(webhookId) {
      await db
        .updateTable('webhook')
        .set((row) => ({ is_active: 0, revision: row('revision', '+', 1), last_modified_date: isoMicros(clock()) }))
        .where('id', '=', webhookId)
        .execute()
      await store.changes.publish([{ table: 'webhook', ids: [webhookId] }])
    },
    async deleteOld() {
      const oldest = isoMicros(clock() - daysKept * day)
      const ended = () => db.deleteFrom('webhook_delivery').where('state', '!=', 'waiting')
      await ended().where('created_date', '<', oldest).execute()
      for (const { id } of await db.selectFrom('webhook').select('id').execute()) {
        const first = await db
          .selectFrom('webhook_delivery')
          .select('id')
          .where('webhook_id', '=', id)
          .where('state', '!=', 'waiting')
          .orderBy('id', 'desc')
          .offset(maxEnded)
          .limit(1)
          .executeTakeFirst()
        if (first !== undefined) await ended().where('webhook_id', '=', id).where('id', '<=', first.id).execute()
      }
    },
  }
}
