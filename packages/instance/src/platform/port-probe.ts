import { createServer } from 'node:net'

/** Listens for a moment on a port; returns the error if this process cannot, else `null`. 0 stands for any free port. */
export function whyNotListening(host: string, port: number): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', resolve)
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)))
  })
}
