import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach } from 'vitest'

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

/** Starts an external host, such as a licence service, for all tests of a file. */
export async function startExternalServer(): Promise<OutsideServer> {
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
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  beforeEach(() => {
    requests.length = 0
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answer(status, body) {
      next = { status, body: typeof body === 'string' ? body : JSON.stringify(body) }
    },
  }
}
