import type { ConnectorTools } from '@millwright/connector/connector'
import { jsonOf } from './entry.ts'
import type { LogstashSettings } from './logstash-settings.ts'
import { MessageRefused, type Sender } from './sender.ts'

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
