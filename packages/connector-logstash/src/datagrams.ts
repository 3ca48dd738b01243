import { randomBytes } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { gzipSync } from 'node:zlib'
import { type Entry, gelfOf, jsonOf } from './entry.ts'
import type { LogstashSettings } from './logstash-settings.ts'
import type { Sender } from './senders.ts'

/** Bytes of a datagram that networks transport unfragmented. */
const usual = 1_420
/** Maximum bytes of a datagram. */
const longest = 65_507
const maxChunks = 128
/** Header bytes of a GELF chunk: magic bytes, message id of eight bytes, sequence number, sequence count. */
const chunkHead = 12

/** Sends by UDP: as GELF, chunked if it is long, or as a JSON object. Delivery is not confirmed. */
export function createDatagramSender({ host, port, protocol }: LogstashSettings): Sender {
  let opened: Promise<{ socket: Socket; address: string }> | null = null

  async function open() {
    const { address, family } = await lookup(host)
    const socket = createSocket(family === 6 ? 'udp6' : 'udp4')
    // Errors such as a closed port cannot be attributed to a message without a connection.
    socket.on('error', forget)
    socket.unref()
    return { socket, address }
  }

  function forget(): void {
    const before = opened
    opened = null
    before?.then(({ socket }) => socket.close()).catch(() => undefined)
  }

  async function sendAll(datagrams: readonly Buffer[]): Promise<void> {
    opened ??= open()
    try {
      const { socket, address } = await opened
      for (const datagram of datagrams) {
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        socket.send(datagram, port, address, (error) => (error ? reject(error) : resolve()))
        await promise
      }
    } catch (error) {
      forget()
      throw error
    }
  }

  return {
    send: (entry) => sendAll(protocol === 'gelf' ? gelfDatagrams(entry) : [jsonDatagram(entry)]),
    async check() {
      await lookup(host)
    },
    close: forget,
  }
}

/** The message without its context, if that makes it too long. */
function shortened(entry: Entry): Entry {
  return { ...entry, message: entry.message.slice(0, 1_000), context: { _truncated: true } }
}

function jsonDatagram(entry: Entry): Buffer {
  const whole = Buffer.from(jsonOf(entry))
  return whole.length <= longest ? whole : Buffer.from(jsonOf(shortened(entry)))
}

export function gelfDatagrams(entry: Entry): Buffer[] {
  const whole = Buffer.from(gelfOf(entry))
  if (whole.length <= usual) return [whole]
  const packed = gzipSync(whole)
  if (packed.length <= usual) return [packed]
  const room = usual - chunkHead
  const count = Math.ceil(packed.length / room)
  if (count > maxChunks) return gelfDatagrams(shortened(entry))
  const id = randomBytes(8)
  return Array.from({ length: count }, (_, at) =>
    Buffer.concat([
      Buffer.from([0x1e, 0x0f]),
      id,
      Buffer.from([at, count]),
      packed.subarray(at * room, (at + 1) * room),
    ]),
  )
}
