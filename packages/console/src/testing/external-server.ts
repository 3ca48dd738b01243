import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fixture } from '@millwright/instance/testing/fixture'
import { beforeEach } from 'vitest'

export interface OutsideRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface OutsideServer {
  /** Without a path. */
  readonly url: string
  /** The requests received in the current test. */
  readonly requests: readonly OutsideRequest[]
  /** Sets the response from now on; an object is sent as JSON. */
  answer(status: number, body: unknown): void
}

/** An external host, such as a licence service, for all tests of a file. */
export function externalServer(): OutsideServer {
  const server = fixture(open, ({ close }) => close())
  beforeEach(() => server.forget())
  return server
}

async function open() {
  const requests: OutsideRequest[] = []
  let next = { status: 404, body: '' }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      requests.push({ method, path: url, headers, body: Buffer.concat(chunks).toString() })
      response.writeHead(next.status, { 'content-type': 'application/json' }).end(next.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answer(status: number, body: unknown) {
      next = { status, body: typeof body === 'string' ? body : JSON.stringify(body) }
    },
    forget() {
      requests.length = 0
    },
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
