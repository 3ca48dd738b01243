import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { foreignServer } from '@millwright/instance/testing/foreign-server/foreign-server'

/** A listening stand-in for a server of another vendor: our instance behind the behaviour observed there. */
export interface ForeignInstance extends AsyncDisposable {
  readonly url: string
}

/** `lacks`: what it lacks under `system`; by default what that vendor sells separately. */
export async function startForeign(instance: string, lacks?: readonly string[]): Promise<ForeignInstance> {
  const reach = foreignServer(lacks === undefined ? {} : { lacks })((input, init) =>
    fetch(new URL(String(input), instance), init),
  )
  const server = createServer(async (request, response) => {
    try {
      const { method = 'GET', url = '/' } = request
      const answer = await reach(url, {
        method,
        headers: headersOf(request),
        redirect: 'manual',
        ...(await bodyOf(request)),
      })
      const headers = Object.fromEntries(answer.headers)
      // The body was decompressed by `fetch`.
      delete headers['content-encoding']
      delete headers['content-length']
      response.writeHead(answer.status, headers)
      if (answer.body === null) response.end()
      else Readable.fromWeb(answer.body as ReadableStream).pipe(response)
    } catch (error) {
      response.writeHead(502).end(String(error))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function headersOf({ headers }: IncomingMessage): Headers {
  const passed = new Headers()
  for (const [name, value] of Object.entries(headers))
    if (typeof value === 'string' && !['host', 'connection', 'content-length', 'origin', 'referer'].includes(name))
      passed.set(name, value)
  return passed
}

/** Returns text for JSON, XML and CSV, which the stand-in inspects; otherwise bytes. */
async function bodyOf(request: IncomingMessage): Promise<{ body?: string | Uint8Array<ArrayBuffer> }> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  const bytes = Buffer.concat(chunks)
  if (bytes.length === 0) return {}
  const isText = /json|xml|csv/.test(request.headers['content-type'] ?? '')
  return { body: isText ? bytes.toString() : new Uint8Array(bytes) }
}
