import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createLineServer, type Socket } from 'node:net'
import type { Writable } from 'node:stream'

/** Misbehaviors of an HTTP server; each must lead to an error within a short time. */
export const unruly = ['silent', 'endless', 'dripping', 'nested', 'text', 'list', 'broken', 'error'] as const

/** Further misbehaviors in XML: expanding entities, entities that read files, and deep nesting. */
export const unrulyXml = ['growing', 'reading', 'deep'] as const

type Manner = (typeof unruly | typeof unrulyXml)[number]

export interface UnrulyServer {
  readonly port: number
  manner: Manner
  /** Most bytes that a client accepted in one response. */
  readonly most: number
  close(): Promise<void>
}

const deep = 100_000

const laughs = Array.from({ length: 30 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join('')
const growing = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY e0 "${'ha'.repeat(100)}">${laughs}]><a>${'&e30;'.repeat(1_000)}</a>`
const reading = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a><name>&e;</name></a>`

/** A server that responds to every request with one misbehavior. */
export async function openUnrulyServer(): Promise<UnrulyServer> {
  const own: { manner: Manner; most: number } = { manner: 'silent', most: 0 }
  const json = { 'content-type': 'application/json' }
  const xml = { 'content-type': 'text/xml' }
  const manners: Readonly<Record<Manner, (response: ServerResponse) => void>> = {
    silent: () => {},
    endless: (response) =>
      pour(response.writeHead(200, json), (bytes) => {
        own.most = Math.max(own.most, bytes)
      }),
    dripping: (response) => void response.writeHead(200, json).write('{"data":['),
    nested: (response) => void response.writeHead(200, json).end(`${'['.repeat(deep)}${']'.repeat(deep)}`),
    text: (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Welcome</p>'),
    list: (response) => void response.writeHead(200, json).end('[1,2,3]'),
    broken: (response) => void response.socket?.end('nonsense\r\n\r\n'),
    error: (response) => void response.writeHead(500).end('no'),
    growing: (response) => void response.writeHead(200, xml).end(growing),
    reading: (response) => void response.writeHead(200, xml).end(reading),
    deep: (response) => void response.writeHead(200, xml).end(`${'<a>'.repeat(deep)}${'</a>'.repeat(deep)}`),
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

/** Misbehaviors of a server with any protocol. */
export const unrulyLines = ['silent', 'endless', 'nonsense', 'gone'] as const

/** A server that treats every connection with one misbehavior. */
export async function openUnrulyLine(manner: (typeof unrulyLines)[number]) {
  const sockets = new Set<Socket>()
  let most = 0
  const server = createLineServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    socket.resume()
    if (manner === 'gone') socket.destroy()
    if (manner === 'nonsense') socket.write(Buffer.alloc(1_000, 'nonsense\r\n'))
    if (manner !== 'endless') return
    pour(socket, (bytes) => {
      most = Math.max(most, bytes)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    most: () => most,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const piece = Buffer.alloc(1024 * 1024, ' ')

/** Writes endlessly; `told` receives the number of bytes written. */
function pour(line: Writable, told: (bytes: number) => void): void {
  let bytes = 0
  const more = () => {
    while (!line.destroyed && line.write(piece)) bytes += piece.length
    bytes += piece.length
    told(bytes)
    if (!line.destroyed) line.once('drain', more)
  }
  more()
}
