import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

interface Node {
  /** `null` for a folder. */
  body: Buffer | null
  modified: number
}

interface Asked {
  readonly path: string
  readonly query: URLSearchParams
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

export const hdfsUser = 'tester'
const data = '/data'

/**
 * An in-memory stand-in for a Hadoop cluster with the documented WebHDFS API: a NameNode that redirects reads and writes of
 * bytes to a DataNode. Its pages are short. With `knowsOptions`, renames support options as on a NameNode; without, they do
 * not, as on gateways.
 */
export async function openHdfsStandIn(knowsOptions: boolean) {
  const nodes = new Map<string, Node>([['/', { body: null, modified: Date.now() }]])

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://cluster.test')
    const isData = url.pathname.startsWith(data)
    const path = decodeURIComponent(url.pathname.slice(isData ? data.length : '/webhdfs/v1'.length)) || '/'
    const query = url.searchParams
    const asked = { path: path.length > 1 ? path.replace(/\/$/, '') : path, query, request, response }
    if (query.get('user.name') !== hdfsUser) return refuse(response, 401, 'SecurityException')
    const found = path.split('/').find((name) => Buffer.byteLength(name) > 255)
    if (found !== undefined) return refuse(response, 403, 'FSLimitException$PathComponentTooLongException')
    if (isData) return ofData(asked)
    const operation = operations[`${request.method} ${query.get('op')}`]
    if (operation === undefined) return refuse(response, 400, 'IllegalArgumentException')
    operation(asked)
  }

  const operations: Readonly<Record<string, (asked: Asked) => void>> = {
    'GET GETFILESTATUS': ({ path, response }) => {
      const node = nodes.get(path)
      if (node === undefined) refuse(response, 404, 'FileNotFoundException')
      else say(response, { FileStatus: statusOf(node, '') })
    },
    'GET LISTSTATUS_BATCH': ({ path, query, response }) => {
      if (!nodes.has(path)) return refuse(response, 404, 'FileNotFoundException')
      const names = [...nodes.keys()].filter((key) => key !== '/' && parentOf(key) === path).map(nameOf)
      const rest = names.sort(byBytes).filter((name) => byBytes(name, query.get('startAfter') ?? '') > 0)
      const page = rest.slice(0, 5).flatMap((name) => {
        const node = nodes.get(path === '/' ? `/${name}` : `${path}/${name}`)
        return node === undefined ? [] : [statusOf(node, name)]
      })
      const partialListing = { FileStatuses: { FileStatus: page } }
      say(response, { DirectoryListing: { partialListing, remainingEntries: rest.length - page.length } })
    },
    'GET OPEN': ({ path, ...asked }) => {
      if (nodes.get(path)?.body == null) refuse(asked.response, 404, 'FileNotFoundException')
      else sendOn({ path, ...asked })
    },
    'PUT CREATE': (asked) => sendOn(asked),
    'PUT MKDIRS': ({ path, response }) => {
      if (makeFolders(path)) say(response, { boolean: true })
      else refuse(response, 403, 'ParentNotDirectoryException')
    },
    'PUT RENAME': ({ path, query, response }) => {
      const target = query.get('destination') ?? ''
      const option = knowsOptions ? query.get('renameoptions') : null
      const from = nodes.get(path)
      const to = nodes.get(target)
      if (from === undefined || !nodes.has(parentOf(target))) {
        return option === null ? say(response, { boolean: false }) : refuse(response, 404, 'FileNotFoundException')
      }
      if (to !== undefined && option === null) return say(response, { boolean: false })
      if (to !== undefined && (option !== 'OVERWRITE' || to.body === null)) {
        return refuse(response, 403, 'FileAlreadyExistsException')
      }
      for (const [key, node] of [...nodes].filter(([each]) => each === path || each.startsWith(`${path}/`))) {
        nodes.delete(key)
        nodes.set(target + key.slice(path.length), node)
      }
      if (option === null) say(response, { boolean: true })
      else response.writeHead(200, { 'content-length': 0 }).end()
    },
    'DELETE DELETE': ({ path, query, response }) => {
      const below = [...nodes.keys()].filter((key) => key.startsWith(`${path}/`))
      if (below.length > 0 && query.get('recursive') !== 'true')
        return refuse(response, 403, 'PathIsNotEmptyDirectoryException')
      for (const key of below) nodes.delete(key)
      say(response, { boolean: nodes.delete(path) })
    },
  }

  function sendOn({ path, query, request, response }: Asked): void {
    const place = data + path.split('/').map(encodeURIComponent).join('/')
    response.writeHead(307, { location: `http://${request.headers.host}${place}?${query}`, 'content-length': 0 }).end()
  }

  async function ofData({ path, query, request, response }: Asked): Promise<void> {
    if (request.method === 'PUT') {
      if (request.headers['content-type'] !== 'application/octet-stream')
        return refuse(response, 400, 'IllegalArgumentException')
      if (nodes.has(path) && query.get('overwrite') !== 'true')
        return refuse(response, 403, 'FileAlreadyExistsException')
      if (!makeFolders(parentOf(path))) return refuse(response, 403, 'ParentNotDirectoryException')
      const node = { body: Buffer.alloc(0), modified: Date.now() }
      nodes.set(path, node)
      node.body = await buffer(request)
      return void response.writeHead(201, { 'content-length': 0 }).end()
    }
    const body = nodes.get(path)?.body
    if (body == null) return refuse(response, 404, 'FileNotFoundException')
    const offset = Number(query.get('offset'))
    const part = body.subarray(offset, offset + Number(query.get('length')))
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': part.length }).end(part)
  }

  /** Returns false if a file is in the way. */
  function makeFolders(path: string): boolean {
    const names = path.split('/').filter((name) => name !== '')
    for (const [at] of names.entries()) {
      const key = `/${names.slice(0, at + 1).join('/')}`
      const node = nodes.get(key)
      if (node !== undefined && node.body !== null) return false
      if (node === undefined) nodes.set(key, { body: null, modified: Date.now() })
    }
    return true
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

function say(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function refuse(response: ServerResponse, status: number, exception: string): void {
  say(
    response,
    { RemoteException: { exception, javaClassName: `org.apache.hadoop.${exception}`, message: 'No' } },
    status,
  )
}

const statusOf = ({ body, modified }: Node, pathSuffix: string) => ({
  pathSuffix,
  type: body === null ? 'DIRECTORY' : 'FILE',
  length: body?.length ?? 0,
  modificationTime: modified,
})

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const parentOf = (path: string) => path.slice(0, path.lastIndexOf('/')) || '/'
const byBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))
