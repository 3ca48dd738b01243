import { createServer, type Server, Socket } from 'node:net'

/** A door in front of a server, that a test can shut and open again. */
export interface Relay {
  readonly port: number
  /** Lines that lead through it now. */
  count(): number
  /** Ends every line and answers no more, as a machine that has died. */
  shut(): Promise<void>
  open(): Promise<void>
  close(): Promise<void>
}

export async function relayTo(host: string, port: number): Promise<Relay> {
  const lines = new Set<Socket>()
  let server: Server | null = null
  let own = 0

  async function open(): Promise<void> {
    const listening = createServer((near) => {
      const far = new Socket()
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        lines.add(from)
        from.on('error', () => {})
        from.on('close', () => {
          lines.delete(from)
          to.destroy()
        })
      }
      far.connect(port, host)
      near.pipe(far)
      far.pipe(near)
    })
    await new Promise<void>((resolve, reject) => {
      listening.on('error', reject)
      listening.listen(own, '127.0.0.1', resolve)
    })
    const address = listening.address()
    own = typeof address === 'object' && address !== null ? address.port : own
    server = listening
  }

  async function shut(): Promise<void> {
    const closing = server
    server = null
    if (closing === null) return
    const closed = new Promise<void>((resolve) => closing.close(() => resolve()))
    for (const line of lines) line.resetAndDestroy()
    await closed
  }

  await open()
  return { port: own, count: () => lines.size / 2, shut, open, close: shut }
}
