import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { sharedInstance } from '../testing/test-instance.ts'

const arrivingBodies = { perCaller: 200_000, anonymous: 250_000 }
const { server, root, send } = sharedInstance({
  config: { arrivingBodies, bodyLimit: 1_000_000, trustedProxies: ['127.0.0.1'] },
})
let port: number
beforeAll(async () => {
  port = Number(new URL(await server.listen({ host: '127.0.0.1', port: 0 })).port)
})

/** Sends the beginning of a body, and not its end. */
function begin(bytes: number, headers: Readonly<Record<string, string>> = {}): Socket {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const lines = Object.entries({ 'content-type': 'application/json', 'content-length': '900000', ...headers })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  socket.write(`POST /api/v2/user/session HTTP/1.1\r\nhost: x\r\n${head}\r\n${' '.repeat(bytes)}`)
  return socket
}

/** Sends the same, and returns the whole response to what is refused. */
const refused = (bytes: number, headers?: Readonly<Record<string, string>>) => text(begin(bytes, headers))

test('unfinished bodies of one address are bounded, with 429, and small requests still pass', async () => {
  begin(150_000)
  const answer = await refused(100_000)
  expect(answer).toMatch(/^HTTP\/1\.1 429 /)
  expect(answer).toMatch(/^retry-after: 1\r$/im)
  expect(answer).toContain(
    'At most 200000 bytes of unfinished requests of one caller are kept (MILLWRIGHT_BODIES_PER_CALLER)',
  )
  expect((await send('POST', 'user/session', { body: { email: 'a@example.test', password: 'x' } })).status).toBe(401)
})

test('unfinished bodies of all callers without a session are bounded, with 503, but not those of sessions', async () => {
  begin(150_000, { 'x-forwarded-for': '10.1.1.1' })
  const answer = await refused(150_000, { 'x-forwarded-for': '10.1.1.2' })
  expect(answer).toMatch(/^HTTP\/1\.1 503 /)
  expect(answer).toContain('MILLWRIGHT_BODIES_WITHOUT_SESSION')
  const forged = { 'x-forwarded-for': '10.1.1.3', 'x-dreamfactory-session-token': `${root.token}x` }
  expect(await refused(150_000, forged)).toMatch(/^HTTP\/1\.1 503 /)
  const whole = JSON.stringify({ resource: [{ name: 'sent' }] }) + ' '.repeat(190_000)
  const headers = { 'content-type': 'application/json', 'x-dreamfactory-session-token': root.token }
  const url = `http://127.0.0.1:${port}/api/v2/system/role`
  expect((await fetch(url, { method: 'POST', headers, body: whole })).status).toBe(201)
})

test('bodies that ended or were given up are no longer counted', async () => {
  for (let at = 0; at < 5; at += 1) {
    const body = JSON.stringify({ email: 'x'.repeat(150_000), password: 'x' })
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '10.1.2.1' }
    const { status } = await fetch(`http://127.0.0.1:${port}/api/v2/user/session`, { method: 'POST', headers, body })
    expect([400, 401, 422]).toContain(status)
  }
})
