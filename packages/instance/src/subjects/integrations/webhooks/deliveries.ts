import { messageOf } from '@millwright/connector/error-words'
import type { SendRequest } from '@millwright/connector/outgoing'
import { Problem } from '@millwright/contract/problem'
import type { Authorities } from '../../../gateway/parts.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import { newRequestId } from '../../../platform/tracing/request-context.ts'
import type { Attempted, DeliveryStore, NewDelivery, TakenDelivery } from './delivery-store.ts'
import { signatureHeaders } from './message.ts'

/** Sends messages to webhooks until they are accepted (docs/wire/webhooks.md). */
export interface Deliveries {
  /** Stores a message and sends it soon. Returns `null`, without storing it, if too many are waiting. */
  add(delivery: NewDelivery): Promise<number | null>
  /** Makes a single attempt at once, even for an inactive webhook; resolves when it is over. `null`: too many are waiting. */
  try(delivery: NewDelivery): Promise<number | null>
  /** Sends an ended message again; returns false if it is still waiting or was deleted. */
  again(id: number): Promise<boolean>
  /** Starts polling for due messages, including those left by other nodes. */
  start(): void
  /** Resolves when no message is due. */
  idle(): Promise<void>
  /** Starts no more attempts; active ones are aborted and released for the next start. */
  close(): Promise<void>
}

interface DeliveryParts {
  readonly store: DeliveryStore
  readonly ask: SendRequest
  readonly authorities: Authorities
  readonly clock: Clock
  readonly log: Log
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
/** Pauses between attempts, as Standard Webhooks recommends: about three days in total. */
export const pauses: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]
const atOnce = 8
/** Concurrent attempts per webhook, so that an unresponsive receiver does not block others. */
const atOnceEach = 2
/** Milliseconds after which the node of an active attempt is considered dead. */
const lease = 2 * minute
const lookEvery = 15 * second
const tidyEvery = 10 * minute
/** Status of a URL that no longer exists. */
const statusGone = 410

export function createDeliveries({ store, ask, authorities, clock, log }: DeliveryParts): Deliveries {
  const ending = new AbortController()
  const workers = new Set<Promise<void>>()
  const busy = new Map<number, number>()
  let timer: NodeJS.Timeout | null = null
  let tidied = clock()

  function kick(): void {
    if (ending.signal.aborted || workers.size >= atOnce) return
    const worker = work()
      .catch((error: unknown) => log(`Sending to webhooks failed: ${messageOf(error)}`))
      .finally(() => workers.delete(worker))
    workers.add(worker)
  }

  async function work(): Promise<void> {
    while (!ending.signal.aborted) {
      const full = [...busy].flatMap(([id, count]) => (count >= atOnceEach ? [id] : []))
      const taken = await store.take(clock() + lease, full)
      if (taken === null) return
      // There may be more messages for idle workers.
      kick()
      await perform(taken)
    }
  }

  async function perform(taken: TakenDelivery): Promise<void> {
    const { webhookId } = taken
    busy.set(webhookId, (busy.get(webhookId) ?? 0) + 1)
    try {
      const attempted = await tryOnce(taken)
      if (ending.signal.aborted && attempted.error !== null) return await store.release(taken.id)
      const next = nextOf(taken, attempted)
      await store.ended(taken.id, attempted, next)
      // Longer pauses are found by polling.
      if (next !== null && next - clock() < lookEvery) setTimeout(kick, next - clock()).unref()
      if (attempted.status === statusGone) await switchOff(webhookId)
    } finally {
      const left = (busy.get(webhookId) ?? 1) - 1
      if (left === 0) busy.delete(webhookId)
      else busy.set(webhookId, left)
    }
  }

  async function switchOff(webhookId: number): Promise<void> {
    log(`The webhook ${webhookId} is disabled: its URL responded with 410 Gone.`, 'warn')
    await store.switchOff(webhookId)
  }

  function nextOf({ attempts }: TakenDelivery, { error, isFinal }: Attempted): number | null {
    const pause = pauses[attempts - 1]
    if (error === null || pause === undefined || isFinal) return null
    return clock() + Math.round(pause * (0.9 + Math.random() * 0.2))
  }

  async function tryOnce(taken: TakenDelivery): Promise<Attempted> {
    const begun = performance.now()
    const over = (status: number | null, error: string | null, isFinal = status === statusGone): Attempted => {
      return { status, duration: Math.round(performance.now() - begun), error, isFinal }
    }
    const refusal = await refusalOf(taken)
    if (refusal !== null) return over(null, refusal, true)
    const { messageId: id, body, webhook } = taken
    const address = new URL(webhook.url)
    const timestamp = Math.floor(clock() / 1_000)
    const headers = {
      'content-type': 'application/json',
      'x-request-id': newRequestId(),
      ...signatureHeaders(webhook.secret, { id, timestamp, body }),
    }
    try {
      const { status } = await ask({ verb: 'POST', address, headers, body }, ending.signal)
      const isTaken = status >= 200 && status < 300
      return over(status, isTaken ? null : `The receiver responded with status ${status}.`)
    } catch (error) {
      return over(null, error instanceof Problem ? error.message : messageOf(error))
    }
  }

  /** Protects messages after a webhook's author changed: the new author must not receive data that they may not see. */
  async function refusalOf({ author, webhook }: TakenDelivery): Promise<string | null> {
    const isSame = author.userId === webhook.author.userId && author.appId === webhook.author.appId
    if (isSame || (await authorities(webhook.author)) === null) return null
    return 'The webhook was changed in the meantime by someone without access to all data of its messages.'
  }

  async function look(): Promise<void> {
    kick()
    if (clock() - tidied < tidyEvery && clock() >= tidied) return
    tidied = clock()
    await store.deleteOld()
  }

  return {
    async add(delivery) {
      const id = await store.add(delivery, null)
      if (id !== null) setImmediate(kick)
      return id
    },
    async try(delivery) {
      const id = await store.add(delivery, clock() + lease)
      const taken = id === null ? null : await store.held(id)
      if (taken !== null) await store.ended(taken.id, await tryOnce(taken), null)
      return id
    },
    async again(id) {
      const found = await store.again(id)
      if (found) setImmediate(kick)
      return found
    },
    start() {
      const looking = () =>
        void look().catch((error: unknown) => log(`Reading the queue of webhooks failed: ${messageOf(error)}`))
      looking()
      timer = setInterval(looking, lookEvery)
      timer.unref()
    },
    async idle() {
      kick()
      do await Promise.all(workers)
      while (workers.size > 0)
    },
    async close() {
      ending.abort()
      if (timer !== null) clearInterval(timer)
      await Promise.all(workers)
    },
  }
}
