import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'

/** A remote server that echoes requests, and misbehaves at some paths. */
export async function openTestRemote() {
  let count = 0
  let left = Promise.withResolvers<void>()
  const waiting = new Map<string, () => void>()
  const paths: Record<string, (request: IncomingMessage, response: ServerResponse, url: URL) => void> = {
    '/base/never': () => undefined,
    '/base/broken': (request) => void request.socket.end('nonsense\r\n\r\n'),
    '/base/half': (_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half')
      response.once('drain', () => undefined)
      setImmediate(() => response.destroy())
    },
    '/base/empty': (_, response) => void response.writeHead(204).end(),
    '/base/to/x': (_, response) => void response.writeHead(302, { location: '/base/x' }).end(),
    '/base/to/echo': (_, response) => void response.writeHead(302, { location: '/base/echo' }).end(),
    '/base/away': (_, response, url) =>
      void response.writeHead(302, { location: url.searchParams.get('url') ?? '' }).end(),
    '/base/refuse/418': (request, response) =>
      void response.writeHead(418).end(`No: ${decodeURIComponent(request.url ?? '')}`),
    '/base/refuse/503': (_, response) => void response.writeHead(503, { 'retry-after': '7' }).end(),
    '/base/count': (_, response) => {
      count += 1
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ count }))
    },
    '/base/page': (_, response) =>
      void response
        .writeHead(203, {
          'content-type': 'text/html',
          'x-own': '1',
          etag: '"1"',
          'set-cookie': 'a=b',
          connection: 'x-hop, close',
          'access-control-allow-origin': '*',
          'strict-transport-security': 'max-age=1',
        })
        .end('<p>é</p>'),
    '/base/links': (_, response) => {
      const at = `http://127.0.0.1:${port()}/base`
      const body = `{"a":"${at}/a","b":"${at}2/b","c":"${at}.","d":"${at.replaceAll('/', '\\/')}"}`
      response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }).end(gzipSync(body))
    },
    '/base/events': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    },
    '/base/echo-stream': (request, response) => void request.pipe(response),
    '/base': (request, response, url) => {
      const isList = url.searchParams.get('as_access_list') === 'true'
      if (isList) response.writeHead(200, { 'content-type': 'application/json' }).end('{"resource":["theirs/*",1]}')
      else void echo(request, response)
    },
  }
  const listening = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://remote.test')
    response.once('close', () => left.resolve())
    waiting.get(url.pathname)?.()
    const answer = paths[url.pathname]
    if (answer === undefined) void echo(request, response)
    else answer(request, response, url)
  })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const port = () => (listening.address() as AddressInfo).port
  return {
    port: port(),
    /** Resolves when the next response has ended or was aborted. */
    left: () => {
      left = Promise.withResolvers<void>()
      return left.promise
    },
    asked: (path: string) => new Promise<void>((resolve) => void waiting.set(path, resolve)),
    close: () => {
      listening.closeAllConnections()
      listening.close()
    },
  }
}

async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url, headers } = request
  const body = await text(request).catch(() => '')
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ method, url, headers, body }))
}
