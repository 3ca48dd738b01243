import { setTimeout as pause } from 'node:timers/promises'
import type { Settings } from '@millwright/connector/config-values'
import type { ConnectorTools, ListenerEvent } from '@millwright/connector/connector'
import { messageOf } from '@millwright/connector/error-words'
import { Semaphore } from '@millwright/connector/semaphore'
import { type FieldMessages, Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'

const setting = 'service_event_map'
const atOnce = 4
const maxWaiting = 1_000
/** Milliseconds before each retry. */
const waits = [1_000, 5_000, 30_000]

type Body = Readonly<Record<string, unknown>>

export interface EventMessages {
  hear(event: ListenerEvent): void
  /** Drops queued messages. */
  close(): void
}

/**
 * Sends the messages of `service_event_map` whose event had a successful response. The `data` of a row is the body of the
 * request. Sends in the background, a few at a time, and retries while the other server is unavailable.
 */
export function createEventMessages(
  config: Settings,
  send: (body: Body) => Promise<unknown>,
  { health, log }: Pick<ConnectorTools, 'health' | 'log'>,
): EventMessages {
  const rows = rowsOf(config).flatMap(({ event, data }) => {
    const body = bodyOf(data)
    return typeof event === 'string' && body !== null ? [{ event: event.toLowerCase(), body }] : []
  })
  const turn = new Semaphore({
    width: atOnce,
    depth: maxWaiting,
    refusal: () => new Problem(503, `more than ${maxWaiting} wait.`),
  })
  const ending = new AbortController()

  async function deliver(body: Body): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        await send(body)
        return health(null)
      } catch (error) {
        const status = error instanceof Problem ? error.status : 503
        const wait = waits[attempt]
        if (status >= 500) health(messageOf(error))
        if ((status < 500 && status !== 429) || wait === undefined) throw error
        await pause(wait, undefined, { signal: ending.signal, ref: false })
      }
    }
  }

  return {
    hear({ names, status }) {
      if ((status ?? 200) >= 400) return
      for (const { event, body } of rows.filter((row) => names.includes(row.event))) {
        turn
          .run(() => deliver(body))
          .catch((error: unknown) => log(`The message for the event ${event} was dropped: ${messageOf(error)}`))
      }
    },
    close: () => ending.abort(),
  }
}

/** Validation messages for rows that can never send anything. */
export function eventMapProblem(config: Settings): FieldMessages | null {
  const at = rowsOf(config).findIndex(({ data }) => bodyOf(data) === null)
  if (at < 0) return null
  return { [setting]: [`data of row ${at + 1} has to be a JSON object: the body of a call that sends a message.`] }
}

function rowsOf(config: Settings): readonly Body[] {
  const rows = config[setting]
  return Array.isArray(rows) ? rows.filter(isRecord) : []
}

function bodyOf(data: unknown): Body | null {
  try {
    const read: unknown = JSON.parse(String(data))
    return isRecord(read) ? read : null
  } catch {
    return null
  }
}
