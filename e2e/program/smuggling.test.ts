import { connect, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { hasHaProxy, openHaProxy } from '@millwright/instance/testing/counterparts/haproxy'
import { isInstalled } from '@millwright/instance/testing/installed-program'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../harness/api.ts'
import { firstAdmin, startInstance } from '../harness/instance.ts'
import { mailedAddress } from '../harness/outbox.ts'
import { loggingSettings, nginx, openBehind, type Proxied } from '../harness/proxies.ts'

/** An address that only requests have which the proxy did not see: it replaces or extends the header of those that it sees. */
const forged = '203.0.113.9'
const inner = `GET /api/v2/smuggled HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${forged}\r\n\r\n`
const chunked = `0\r\n\r\n${inner}`

/** A request whose body one reader ends before `inner`, and another one after it. */
const post = (headers: readonly string[], body: string, first = 'POST /api/v2/system/environment HTTP/1.1') =>
  [first, 'Host: localhost', 'Content-Type: application/json', ...headers, '', body].join('\r\n')
const lengthOf = (body: string) => `Content-Length: ${body.length}`
/** With both headers, of which the second one is written in a way that not every reader understands. */
const both = (...encodings: readonly string[]) => post([lengthOf(chunked), ...encodings], chunked)

const attacks: readonly (readonly [what: string, request: string])[] = [
  ['both lengths', both('Transfer-Encoding: chunked')],
  ['both lengths, the other way round', post(['Transfer-Encoding: chunked', lengthOf(chunked)], chunked)],
  ['an unknown encoding', both('Transfer-Encoding: xchunked')],
  ['a space before the colon', both('Transfer-Encoding : chunked')],
  ['a tab', both('Transfer-Encoding:\tchunked')],
  ['a vertical tab', both('Transfer-Encoding: \x0bchunked')],
  ['a folded line', both('Transfer-Encoding:\r\n chunked')],
  ['a space before the name', both(' Transfer-Encoding: chunked')],
  ['a header in a header', both('X-A: b\nTransfer-Encoding: chunked')],
  ['a bare carriage return', both('X-A: b\rTransfer-Encoding: chunked')],
  ['two encodings', both('Transfer-Encoding: chunked', 'Transfer-Encoding: identity')],
  ['encodings in a list', both('Transfer-Encoding: identity, chunked')],
  ['the encoding not last', both('Transfer-Encoding: chunked, identity')],
  ['quotes', both('Transfer-Encoding: "chunked"')],
  ['another case', both('tRANSFER-eNCODING: Chunked')],
  [
    'the encoding in HTTP/1.0',
    post([lengthOf(chunked), 'Transfer-Encoding: chunked'], chunked, 'POST /api/v2/a HTTP/1.0'),
  ],
  ['two lengths', post(['Content-Length: 0', lengthOf(inner)], inner)],
  ['two lengths, the other way round', post([lengthOf(inner), 'Content-Length: 0'], inner)],
  ['lengths in a list', post([`Content-Length: 0, ${inner.length}`], inner)],
  ['a length with a sign', post([`Content-Length: +${inner.length}`], inner)],
  ['a negative length', post(['Content-Length: -1'], inner)],
  ['a hexadecimal length', post([`Content-Length: 0x${inner.length.toString(16)}`], inner)],
  ['a length that is none', post([`Content-Length: ${inner.length}a`], inner)],
  ['a length in another header', post(['Content_Length: 0', lengthOf(inner)], inner)],
  ['a body of a GET', post([lengthOf(inner)], inner, 'GET /api/v2/system/environment HTTP/1.1')],
  ['a body of a HEAD', post([lengthOf(inner)], inner, 'HEAD /api/v2/system/environment HTTP/1.1')],
  ['a body of a method that has none', post([lengthOf(inner)], inner, 'TRACE /api/v2/system/environment HTTP/1.1')],
  ['a chunk of an odd size', post(['Transfer-Encoding: chunked'], `0x0\r\n\r\n${inner}`)],
  ['a chunk with a large size', post(['Transfer-Encoding: chunked'], `10000000000000000\r\n${inner}`)],
  ['a chunk with a line in its extension', post(['Transfer-Encoding: chunked'], `1;a\nb\r\nx\r\n0\r\n\r\n`)],
  ['chunks that end with line feeds', post(['Transfer-Encoding: chunked'], `0\n\n${inner}`)],
  ['a trailer', post(['Transfer-Encoding: chunked'], `0\r\nX-Forwarded-For: ${forged}\r\nHost: evil.test\r\n\r\n`)],
  ['an expectation', post([lengthOf(inner), 'Expect: 100-continue'], inner)],
  [
    'an upgrade to HTTP/2',
    post(
      ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__', lengthOf(inner)],
      inner,
    ),
  ],
  [
    'an upgrade to a socket',
    post(['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'], inner, 'GET /api/v2/a HTTP/1.1'),
  ],
  [
    'headers named as those of the connection',
    post(['Connection: close, X-Forwarded-For, Host', `X-Forwarded-For: ${forged}`], ''),
  ],
  ['a line break in the path', post([], '', `GET /api/v2/a%0d%0aX-Forwarded-For:%20${forged} HTTP/1.1`)],
  ['two hosts', post(['Host: evil.test'], '', 'GET /api/v2/system/environment HTTP/1.1')],
  ['another host in the address', post([], '', 'GET http://evil.test/api/v2/system/environment HTTP/1.1')],
  ['a path of another server', post([], '', 'GET //evil.test/api/v2/system/environment HTTP/1.1')],
  ['metrics in an absolute address', post([], '', 'GET http://localhost/metrics HTTP/1.1')],
  ['metrics behind a detour', post([], '', 'GET /api/../metrics HTTP/1.1')],
  ['metrics in other letters', post([], '', 'GET /%6d%65trics HTTP/1.1')],
  ['metrics by a header', post(['X-Original-URL: /metrics', 'X-Rewrite-URL: /metrics'], '', 'GET /api/v2 HTTP/1.1')],
  ['a version that does not exist', post([], '', 'GET /api/v2/smuggled HTTP/1.9')],
  ['no version', 'GET /api/v2/smuggled\r\n'],
]

/** Sends bytes on a connection of their own, and returns everything that comes back before it is closed or silent. */
function exchange(socket: Socket, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const end = () => {
      socket.destroy()
      resolve(answer)
    }
    // allowed: what is attacked may wait for more, and answers nothing
    socket.setTimeout(1_000, end)
    socket.on('data', (piece) => {
      answer += piece.toString('latin1')
    })
    socket.on('error', end)
    socket.on('close', end)
    socket.write(Buffer.from(bytes, 'latin1'))
  })
}

const places: readonly (readonly [name: string, isThere: boolean, open: () => Promise<Proxied>])[] = [
  ['nginx', isInstalled('nginx'), () => openBehind(nginx)],
  ['HAProxy', hasHaProxy, behindHaProxy],
]

async function behindHaProxy(): Promise<Proxied> {
  const publicUrl = 'https://api.example.test'
  const instance = await startInstance(loggingSettings(publicUrl))
  const proxy = await openHaProxy([instance.url])
  return {
    instance,
    url: proxy.url,
    publicUrl,
    certificate: '',
    async [Symbol.asyncDispose]() {
      await proxy.close()
      await instance[Symbol.asyncDispose]()
    },
  }
}

describe.each(places)('behind %s, configured as in docs/operate', (_, isThere, open) => {
  let behind: Proxied
  beforeAll(async () => {
    if (isThere) behind = await open()
  })
  afterAll(async () => {
    if (isThere) await behind[Symbol.asyncDispose]()
  })

  function reach(): Socket {
    const { protocol, port } = new URL(behind.url)
    // Another address than that of the proxy, whose word is trusted.
    const to = { host: '127.0.0.1', port: Number(port), localAddress: '127.0.0.2' }
    return protocol === 'http:'
      ? connect(to)
      : connectSecurely({ ...to, servername: 'localhost', ca: behind.certificate })
  }

  /** What somebody else gets. */
  async function bystander(id: string): Promise<string> {
    const request = `GET /api/v2/system/environment HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: ${id}\r\nConnection: close\r\n\r\n`
    return exchange(reach(), request)
  }

  it.skipIf(!isThere)('nobody smuggles a request or an address past the proxy', async () => {
    const answers = await Promise.all(attacks.map(([, request]) => exchange(reach(), request)))
    const leaked = attacks.filter((_, at) => answers[at]?.includes('millwright_')).map(([what]) => what)
    expect(leaked).toEqual([])
    for (const at of attacks.keys()) {
      const own = await bystander(`bystander-${at}`)
      expect(own).toMatch(/^HTTP\/1\.1 200 /)
      expect(own.toLowerCase()).toContain(`x-request-id: bystander-${at}`)
    }
    const told = behind.instance.output().split('\n')
    expect(told.filter((line) => line.includes('"address":"127.0.0.2"')).length).toBeGreaterThan(attacks.length)
    expect(told.filter((line) => line.includes(`"address":"${forged}"`))).toEqual([])
  })

  it.skipIf(!isThere)('links in mails lead to the public URL, whatever hosts a request names', async () => {
    const body = JSON.stringify({ email: firstAdmin.email })
    const hosts = ['X-Forwarded-Host: evil.test', 'X-Original-Host: evil.test', 'Forwarded: host=evil.test']
    const request = [
      'POST /api/v2/user/password?reset=true HTTP/1.1',
      'Host: evil.test',
      ...hosts,
      'X-Forwarded-Proto: http',
      'X-Forwarded-Port: 1',
      'Content-Type: application/json',
      lengthOf(body),
      'Connection: close',
      '',
      body,
    ].join('\r\n')
    await exchange(reach(), request)
    const { origin } = await mailedAddress(await signIn(behind.instance.url, firstAdmin), firstAdmin.email)
    expect(origin).toBe(behind.publicUrl)
  })
})
