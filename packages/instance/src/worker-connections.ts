import type { Worker } from 'node:cluster'

/** A connection that the process which accepted it hands to a worker. */
interface Handle {
  close(): void
}
/** What Node tells a worker with a connection; the worker answers with the number as `ack`. */
interface HandedOver {
  readonly act: 'newconn'
  readonly seq: number
}

/**
 * In the primary process, for each worker: closes the connections that a worker was being handed when it died. Node waits for the
 * worker to confirm each, and otherwise keeps it open forever, with a client that waits for an answer. A connection is not handed to
 * another worker, as the one that died may have read from it.
 */
export function closeUnconfirmed(worker: Worker): void {
  const unconfirmed = new Map<number, Handle>()
  const { process } = worker
  const send = process.send.bind(process) as (...args: readonly unknown[]) => boolean
  Object.assign(process, {
    send(message: unknown, handle: unknown, ...rest: readonly unknown[]) {
      if (isHandedOver(message) && isHandle(handle)) unconfirmed.set(message.seq, handle)
      return send(message, handle, ...rest)
    },
  })
  process.on('internalMessage', (message: unknown) => unconfirmed.delete(Number(Object(message).ack)))
  worker.once('exit', () => {
    for (const handle of unconfirmed.values()) handle.close()
  })
}

const isHandedOver = (message: unknown): message is HandedOver =>
  Object(message).act === 'newconn' && typeof Object(message).seq === 'number'
const isHandle = (value: unknown): value is Handle => typeof Object(value).close === 'function'
