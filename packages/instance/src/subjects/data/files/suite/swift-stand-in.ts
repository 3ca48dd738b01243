import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, json } from 'node:stream/consumers'

interface StoredObject {
  readonly body: Buffer
  readonly modified: Date
}

export const swiftUser = {
  username: 'tester',
  password: 'swift secret',
  api_key: 'swift key',
  tenant_name: 'shop',
  region: 'two',
}

/**
 * An in-memory stand-in for OpenStack with its documented APIs: an identity service (Keystone, versions 2.0 and 3) and an
 * account of the object storage. Its pages are short, and every token expires after some reads.
 */
export async function openSwiftStandIn() {
  const containers = new Map<string, Map<string, StoredObject>>()
  const tokens = new Map<string, number>()

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://cloud.test')
    if (url.pathname.endsWith('/tokens')) return enter(request, await json(request), response)
    const token = String(request.headers['x-auth-token'])
    const left = tokens.get(token)
    const isRead = request.method !== 'PUT'
    if (left === undefined || (isRead && left === 0)) return void response.writeHead(401).end()
    if (isRead) tokens.set(token, left - 1)
    const [, , , container = '', ...names] = url.pathname.split('/').map(decodeURIComponent)
    const objects = containers.get(container)
    if (names.length === 0) return ofContainer(request, response, container, url.searchParams)
    if (objects === undefined) return void response.writeHead(404).end()
    return ofObject(request, response, objects, names.join('/'))
  }

  function enter({ url = '', headers }: IncomingMessage, asked: unknown, response: ServerResponse): void {
    const isNewer = url.startsWith('/v3')
    const { auth } = Object(asked)
    const user = isNewer
      ? auth.identity.password.user
      : (auth.passwordCredentials ?? auth['RAX-KSKEY:apiKeyCredentials'])
    const name = isNewer ? user.name : user.username
    const isRight = user.apiKey === swiftUser.api_key || user.password === swiftUser.password
    const project = isNewer ? auth.scope?.project.name : auth.tenantName
    if (name !== swiftUser.username || !isRight || project !== swiftUser.tenant_name)
      return void response.writeHead(401).end('{}')
    const token = randomUUID()
    tokens.set(token, 40)
    const elsewhere = 'http://127.0.0.1:9/none'
    const place = `http://${headers.host}/v1/AUTH_shop`
    const catalog = isNewer
      ? [
          {
            type: 'object-store',
            endpoints: [
              { interface: 'public', region: 'one', url: elsewhere },
              { interface: 'internal', region: 'two', url: elsewhere },
              { interface: 'public', region: 'two', url: place },
            ],
          },
        ]
      : [
          {
            type: 'object-store',
            endpoints: [
              { region: 'one', publicURL: elsewhere },
              { region: 'two', publicURL: place },
            ],
          },
        ]
    const body = isNewer ? { token: { catalog } } : { access: { token: { id: token }, serviceCatalog: catalog } }
    response.writeHead(isNewer ? 201 : 200, isNewer ? { 'x-subject-token': token } : {}).end(JSON.stringify(body))
  }

  function ofContainer(
    { method }: IncomingMessage,
    response: ServerResponse,
    name: string,
    query: URLSearchParams,
  ): void {
    if (method === 'PUT') {
      containers.set(name, containers.get(name) ?? new Map())
      return void response.writeHead(201).end()
    }
    const objects = containers.get(name)
    if (objects === undefined) return void response.writeHead(404).end()
    if (method === 'HEAD') return void response.writeHead(204).end()
    const prefix = query.get('prefix') ?? ''
    const delimiter = query.get('delimiter') ?? ''
    const marker = query.get('marker') ?? ''
    const rows = new Map<string, object>()
    for (const key of [...objects.keys()].filter((each) => each.startsWith(prefix)).sort(byBytes)) {
      const end = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length)
      const stored = objects.get(key)
      if (end >= 0) rows.set(key.slice(0, end + 1), { subdir: key.slice(0, end + 1) })
      else
        rows.set(key, {
          name: key,
          bytes: stored?.body.length,
          last_modified: stored?.modified.toISOString().replace('Z', '000'),
        })
    }
    const page = [...rows].filter(([key]) => byBytes(key, marker) > 0).slice(0, Number(query.get('limit')))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(page.map(([, row]) => row)))
  }

  async function ofObject(
    request: IncomingMessage,
    response: ServerResponse,
    objects: Map<string, StoredObject>,
    key: string,
  ) {
    const { method, headers } = request
    const found = objects.get(key)
    if (method === 'PUT') {
      const body = await buffer(request)
      if (headers['if-none-match'] === '*' && objects.has(key)) return void response.writeHead(412).end()
      const source = headers['x-copy-from']
      const from =
        source === undefined ? undefined : objects.get(decodeURIComponent(String(source)).split('/').slice(2).join('/'))
      if (source !== undefined && from === undefined) return void response.writeHead(404).end()
      objects.set(key, { body: from?.body ?? body, modified: new Date() })
      return void response.writeHead(201).end()
    }
    if (found === undefined) return void response.writeHead(404).end()
    if (method === 'DELETE') {
      objects.delete(key)
      return void response.writeHead(204).end()
    }
    const etag = createHash('md5').update(found.body).digest('hex')
    if (headers['if-match'] !== undefined && headers['if-match'] !== etag) return void response.writeHead(412).end()
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
    const body = start === undefined ? found.body : found.body.subarray(Number(start), Number(end) + 1)
    response
      .writeHead(start === undefined ? 200 : 206, {
        etag,
        'last-modified': found.modified.toUTCString(),
        'content-length': body.length,
      })
      .end(method === 'HEAD' ? undefined : body)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const byBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))
