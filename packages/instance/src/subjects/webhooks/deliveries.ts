import { Problem } from '@millwright/contract/problem'
import type { Authorities } from '../../gateway/parts.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { messageOf } from '../../platform/message-of.ts'
import type { Ask } from '../../platform/outgoing/ask.ts'
import { newRequestId } from '../../platform/tracing/request-context.ts'
import type { Attempted, DeliveryStore, NewDelivery, TakenDelivery } from './delivery-store.ts'
import { signatureHeaders } from './signature.ts'

/** Sends messages to webhooks until they are taken (docs/wire/webhooks.md). */
export interface Deliveries {
  /** Keeps a message and begins with it soon. Null, and it is left out: too many wait. */
  add(delivery: NewDelivery): Promise<number | null>
  /** Makes one attempt at once, also of a webhook that is switched off; resolves when it is over. Null: too many wait. */
  try(delivery: NewDelivery): Promise<number | null>
  /** Sends what ended once more; false: it waits already, or is gone. */
  again(id: number): Promise<boolean>
  /** Looks from now on for what is due, whoever left it. */
  start(): void
  /** When nothing is due any more. */
  idle(): Promise<void>
  /** Begins nothing any more; attempts under way are given back, for the next start. */
  close(): Promise<void>
}

interface DeliveryParts {
  readonly store: DeliveryStore
  readonly ask: Ask
  readonly authorities: Authorities
  readonly clock: Clock
  readonly log: Log
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
/** From an attempt to the next, as Standard Webhooks advises: for about three days. */
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
/** Of one webhook: one that hangs must not hold up the others. */
const atOnceEach = 2
/** Milliseconds after which whoever makes an attempt counts as dead. */
const lease = 2 * minute
const lookEvery = 15 * second
const tidyEvery = 10 * minute
/** That there is nothing at the address any more. */
const gone = 410

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
      // There may be more for others who are free.
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
      // Later ones are found by looking.
      if (next !== null && next - clock() < lookEvery) setTimeout(kick, next - clock()).unref()
      if (attempted.status === gone) await switchOff(webhookId)
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
    const over = (status: number | null, error: string | null, isFinal = status === gone): Attempted => {
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

  /** Messages are for whom they were made: whoever changes a webhook must not be sent what they may not see. */
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
