import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { sharedInstance, testInstance } from '../testing/test-instance.ts'

const { server } = sharedInstance()
beforeAll(() => server.listen({ host: '127.0.0.1', port: 0 }))

function port(): number {
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening')
  return address.port
}

/** Sends bytes to the server and returns its response when it closes the connection. */
async function exchange(bytes: string): Promise<{ status: number; body: unknown }> {
  const socket = connect(port(), '127.0.0.1')
  socket.write(bytes)
  const answer = await text(socket)
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) }
}
const refusal = (status: number) => ({ status, body: { error: { code: status, status_code: status } } })
const closing = 'Host: instance.test\r\nConnection: close\r\n'

test("rejects what is not HTTP, in the wire's format", async () => {
  expect(await exchange('hello\r\n\r\n')).toMatchObject(refusal(400))
})

test('rejects endless headers', async () => {
  const headers = `X-Long: ${'x'.repeat(20_000)}\r\n`
  expect(await exchange(`GET /api/v2 HTTP/1.1\r\n${closing}${headers}\r\n`)).toMatchObject(refusal(431))
})

test('ignores a request whose body ends too early', async () => {
  const request = `POST /api/v2/system/admin HTTP/1.1\r\n${closing}Content-Type: application/json\r\n`
  expect(await exchange(`${request}Transfer-Encoding: chunked\r\n\r\nzz\r\n`)).toMatchObject(refusal(400))
})

test('rejects a URL that cannot be decoded', async () => {
  expect(await exchange(`GET /api/v2/%zz HTTP/1.1\r\n${closing}\r\n`)).toMatchObject(refusal(400))
  expect(await exchange(`GET /%zz HTTP/1.1\r\n${closing}\r\n`)).toMatchObject(refusal(400))
})

test('drops steps upwards in a path', async () => {
  const { status, body } = await exchange(`GET /api/v2/x/../system/../nope HTTP/1.1\r\n${closing}\r\n`)
  expect({ status, body }).toMatchObject(refusal(400))
})

test('accepts the absolute form of the request line', async () => {
  const answer = await exchange(`GET http://instance.test/api/v2?fields=id HTTP/1.1\r\n${closing}\r\n`)
  expect(answer).toMatchObject({ status: 200, body: { services: [] } })
})

test('closes without waiting for a connection that never sent a request', async () => {
  const other = await testInstance()
  const { port, hostname } = new URL(await other.server.listen({ host: '127.0.0.1', port: 0 }))
  const socket = connect(Number(port), hostname)
  const ended = once(socket, 'close')
  await once(socket, 'connect')
  await Promise.all([other.server.close(), ended])
})

test('reports a too long body even to a client that sends all of it before reading', async () => {
  const small = await testInstance({ config: { bodyLimit: 1_000_000 } })
  const address = await small.server.listen({ host: '127.0.0.1', port: 0 })
  const body = 'x'.repeat(7_000_000)
  const request = `POST /api/v2/system/admin HTTP/1.1\r\n${closing}Content-Type: application/json\r\n`
  const sizes = [`Content-Length: ${body.length}\r\n\r\n${body}`, `Transfer-Encoding: chunked\r\n\r\n${chunked(body)}`]
  for (const sized of sizes) {
    const socket = connect(Number(new URL(address).port), '127.0.0.1').pause()
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject).write(request + sized, () => resolve())
    })
    expect(await text(socket)).toContain('The body is longer than this server accepts (MILLWRIGHT_BODY_LIMIT).')
  }
})

test('reports the refusal of an upload, whose body it does not wait for, to a client that sends all of it before reading', async () => {
  const body = 'x'.repeat(7_000_000)
  const head = 'POST /api/v2/files/a.bin HTTP/1.1\r\nHost: instance.test\r\nContent-Type: text/plain\r\n'
  const sizes = [`Content-Length: ${body.length}\r\n\r\n${body}`, `Transfer-Encoding: chunked\r\n\r\n${chunked(body)}`]
  for (const sized of sizes) {
    const socket = connect(port(), '127.0.0.1').pause()
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject).write(head + sized, () => resolve())
    })
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 .*^connection: close/ims)
  }
})

test('does not read an endless body that it refused', async () => {
  const small = await testInstance({ config: { bodyLimit: 1_000 } })
  const address = await small.server.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  const ended = new Promise((resolve) => socket.once('close', resolve))
  const head = 'POST /api/v2/files/a.bin HTTP/1.1\r\nHost: instance.test\r\nContent-Type: text/plain\r\n'
  socket.on('error', () => undefined).write(`${head}Content-Length: 100000000000\r\n\r\n`)
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /)
  const send = () => {
    while (socket.writable && socket.write('x'.repeat(100_000)));
  }
  socket.on('drain', send)
  send()
  await ended
})

function chunked(body: string): string {
  return `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
}
