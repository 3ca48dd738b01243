import { connect, type Socket } from 'node:net'
import { jsonOf } from './entry.ts'
import type { LogstashSettings } from './logstash-settings.ts'
import type { Sender } from './sender.ts'

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
