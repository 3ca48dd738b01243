import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface OutsideRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** A host other than the instance, such as a licence service, that allows cross-origin requests. */
export interface Outsider extends AsyncDisposable {
  /** Without a path. */
  readonly url: string
  readonly requests: readonly OutsideRequest[]
}

/** `answers`: bodies by path, sent as JSON with status 200. */
export async function startOutsider(answers: Readonly<Record<string, object>>): Promise<Outsider> {
  const requests: OutsideRequest[] = []
  const server = createServer(({ method = '', url = '', headers }, response) => {
    if (method !== 'OPTIONS') requests.push({ method, path: url, headers })
    const allow = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': headers['access-control-request-headers'] ?? '',
    }
    const answer = answers[url]
    response.writeHead(answer === undefined ? 404 : 200, { ...allow, 'content-type': 'application/json' })
    response.end(method === 'OPTIONS' ? '' : JSON.stringify(answer ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
