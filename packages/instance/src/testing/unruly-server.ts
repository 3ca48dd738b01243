import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How a server by HTTP can misbehave; whoever asks has to be refused soon, whatever it is. */
export const unruly = ['silent', 'endless', 'dripping', 'nested', 'text', 'list', 'broken', 'error'] as const

export interface UnrulyServer {
  readonly port: number
  manner: (typeof unruly)[number]
  close(): Promise<void>
}

const deep = 100_000

/** A server that answers every request in one bad manner. */
export async function openUnrulyServer(): Promise<UnrulyServer> {
  const own: { manner: UnrulyServer['manner'] } = { manner: 'silent' }
  const json = { 'content-type': 'application/json' }
  const manners: Readonly<Record<UnrulyServer['manner'], (response: ServerResponse) => void>> = {
    silent: () => {},
    endless: (response) => pour(response.writeHead(200, json)),
    dripping: (response) => void response.writeHead(200, json).write('{"data":['),
    nested: (response) => void response.writeHead(200, json).end(`${'['.repeat(deep)}${']'.repeat(deep)}`),
    text: (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Welcome</p>'),
    list: (response) => void response.writeHead(200, json).end('[1,2,3]'),
    broken: (response) => void response.socket?.end('nonsense\r\n\r\n'),
    error: (response) => void response.writeHead(500).end('no'),
  }
  const server = createServer((request, response) => {
    response.on('error', () => {})
    request.resume()
    manners[own.manner](response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(own, {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

const piece = Buffer.alloc(1024 * 1024, ' ')

function pour(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once('drain', more)
  }
  more()
}
