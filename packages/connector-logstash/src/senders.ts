import { connect, type Socket } from 'node:net'
import type { ConnectorTools } from '@millwright/connector/connector'
import { type Entry, jsonOf } from './entry.ts'
import type { LogstashSettings } from './logstash-settings.ts'

/** The input is reachable but rejects this message. It may accept others. */
export class MessageRefused extends Error {}

/** A connection to a log input. Failures throw, and the next message tries again. */
export interface Sender {
  send(entry: Entry): Promise<void>
  /** Whether the input is reachable, as far as the protocol can tell. Sends nothing. */
  check(): Promise<void>
  close(): void
}

/** Maximum bytes of a response, of which only the status matters. */
const longest = 64 * 1024

/** Statuses that concern the sender or are temporary, and not the message. */
const ofEverything = new Set([401, 403, 404, 405, 407, 408, 429])

/** Sends each message as a JSON object by POST. Any 2xx confirms it. */
export function createHttpSender(
  { host, port, timeout, where }: LogstashSettings,
  { ask, refuse }: Pick<ConnectorTools, 'ask' | 'refuse'>,
): Sender {
  const address = new URL(`http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}/`)
  const headers = { 'content-type': 'application/json' }
  return {
    async send(entry) {
      const { status } = await ask({ verb: 'POST', address, headers, body: jsonOf(entry) }, { longest, timeout })
      const isOfMessage = status >= 400 && status < 500 && !ofEverything.has(status)
      if (isOfMessage) throw new MessageRefused(`it refuses a message with the status ${status}.`)
      if (status >= 300) throw refuse(503, `The ${where} responded with status ${status}.`)
    },
    async check() {
      await ask({ verb: 'HEAD', address, headers: {} }, { longest, timeout })
    },
    close: () => undefined,
  }
}

/** Maximum bytes that an input may send on a connection, where nothing is expected. */
const maxHeard = 64 * 1024

/** Sends JSON objects by TCP, one per line, over a single connection while it lasts. */
export function createStreamSender({ host, port, timeout }: LogstashSettings): Sender {
  let opened: Promise<Socket> | null = null

  function open(): Promise<Socket> {
    const { promise, resolve, reject } = Promise.withResolvers<Socket>()
    const socket = connect({ host, port, noDelay: true })
    socket.unref()
    const timer = setTimeout(() => socket.destroy(slow()), timeout)
    let heard = 0
    socket
      .once('connect', () => {
        clearTimeout(timer)
        resolve(socket)
      })
      .on('data', (bytes) => {
        heard += bytes.length
        if (heard > maxHeard) socket.destroy(new Error('The response of the log input does not end.'))
      })
      .on('error', reject)
      .once('close', () => {
        clearTimeout(timer)
        reject(Object.assign(new Error('Closed'), { code: 'ECONNRESET' }))
        if (opened === promise) opened = null
      })
    return promise
  }

  return {
    async send(entry) {
      opened ??= open()
      const opening = opened
      try {
        const socket = await opening
        const line = `${jsonOf(entry)}\n`
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        const timer = setTimeout(() => socket.destroy(slow()), timeout)
        socket.write(line, (error) => (error ? reject(error) : resolve()))
        await promise.finally(() => clearTimeout(timer))
      } catch (error) {
        if (opened === opening) opened = null
        throw error
      }
    },
    async check() {
      const socket = await open()
      socket.destroy()
    },
    close() {
      opened?.then((socket) => socket.end()).catch(() => undefined)
      opened = null
    },
  }
}

const slow = () => Object.assign(new Error('No answer'), { code: 'ETIMEDOUT' })
