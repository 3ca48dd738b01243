import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { standInKeys } from '@millwright/instance/subjects/data/files/suite/stand-in-signature'
import { openListener } from '@millwright/instance/testing/escalation/world'
import { fixture } from '@millwright/instance/testing/fixture'
import { restrictedAdmin } from '@millwright/instance/testing/restricted-admin'
import { sharedInstance, type TestInstance } from '@millwright/instance/testing/test-instance'
import { afterAll, describe, expect, it } from 'vitest'

const listener = fixture(openListener)
afterAll(() => listener.close())
const mark = randomUUID()
const pem = String(
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
)
const apple = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' })

/** Settings of each type with its server at an address, and a request that sends something. */
const kinds = {
  gcm: {
    settings: (endpoint: string) => ({
      endpoint,
      api_key: JSON.stringify({
        project_id: 'shop',
        client_email: `${mark}@shop.test`,
        private_key: pem,
        token_uri: `${endpoint}/token`,
      }),
    }),
    moved: (endpoint: string) => ({ endpoint }),
    path: 'push',
    body: { token: 'one', notification: { title: 'x' } },
  },
  aws_sns: {
    settings: (endpoint: string) => ({ ...standInKeys, key: mark, endpoint }),
    moved: (endpoint: string) => ({ endpoint }),
    path: 'topic/orders',
    body: { Message: 'x' },
  },
  apns: {
    settings: (endpoint: string) => ({
      certificate: String(apple),
      key_id: 'KEY1234567',
      team_id: 'TEAM123456',
      topic: mark,
      endpoint: endpoint.replace('http:', 'https:'),
    }),
    moved: (endpoint: string) => ({ endpoint: endpoint.replace('http:', 'https:') }),
    path: 'push',
    body: { token: 'a'.repeat(64), title: 'x' },
  },
  mqtt: {
    settings: (endpoint: string) => ({
      host: '127.0.0.1',
      port: Number(new URL(endpoint).port),
      client_id: 'attacked',
      username: 'u',
      password: mark,
    }),
    moved: (endpoint: string) => ({ port: Number(new URL(endpoint).port) }),
    path: 'pub',
    body: { topic: 'x', message: 'x' },
  },
} as const
type Kind = keyof typeof kinds
const names = Object.keys(kinds) as Kind[]

/** Creates a service and returns its id, or `null` if it is refused. */
async function make(
  { send }: TestInstance,
  kind: Kind,
  endpoint: string,
  name: string,
  by: object,
): Promise<number | null> {
  const record = { name, label: name, type: kind, is_active: true, config: kinds[kind].settings(endpoint) }
  const { status, body } = await send<{ resource: [{ id: number }] }>('POST', 'system/service', {
    ...by,
    body: { resource: [record] },
  })
  return status === 201 ? body.resource[0].id : null
}

const opened = sharedInstance({ config: { allowPrivateHosts: ['127.0.0.1'] } })
const closed = sharedInstance({ config: { allowPrivateHosts: [] } })

describe.each(names)('a service of the type %s', (kind) => {
  const { moved, path, body } = kinds[kind]

  it('keeps its secret when a restricted administrator has it send elsewhere', async () => {
    const instance = opened
    const { send, root } = instance
    const id = await make(instance, kind, 'http://127.0.0.1:9', `kept-${kind}`, { as: root })
    expect(id).not.toBeNull()
    const attacker = await restrictedAdmin(instance, ['services'])
    for (const config of [
      moved(listener.url),
      { ...moved(listener.url), [kind === 'mqtt' ? 'HOST' : 'Endpoint']: listener.url },
    ]) {
      const { status } = await send('PATCH', `system/service/${id}`, { ...attacker, body: { config } })
      expect([config, status >= 400 && status < 500]).toEqual([config, true])
    }
    const { status } = await send('POST', `kept-${kind}/${path}`, { as: root, body })
    expect(status).toBeGreaterThanOrEqual(500)
    expect(listener.heard()).toBe('')
  })

  it('of a restricted administrator reaches no private host', async () => {
    const instance = closed
    const { send, root } = instance
    const attacker = await restrictedAdmin(instance, ['services'])
    for (const [at, url] of [
      listener.url,
      listener.url.replace('127.0.0.1', 'localhost'),
      listener.url.replace('127.0.0.1', '[::1]'),
    ].entries()) {
      const name = `own-${kind}-${at}`
      const settings =
        kind === 'mqtt' ? { ...kinds.mqtt.settings(url), host: new URL(url).hostname } : kinds[kind].settings(url)
      await send('POST', 'system/service_check', { ...attacker, body: { type: kind, config: settings } })
      if ((await make(instance, kind, url, name, attacker)) === null) continue
      const { status } = await send('POST', `${name}/${path}`, { as: root, body })
      expect([name, status >= 400]).toEqual([name, true])
    }
    expect(listener.heard()).toBe('')
  })
})

describe.each(['gcm', 'aws_sns'] as const)('a hostile server of the type %s', (kind) => {
  const { path, body } = kinds[kind]
  const hostile = fixture(openHostile)
  afterAll(() => hostile.close())

  it.each<[string, (response: ServerResponse) => void]>([
    ['redirects', (response) => response.writeHead(307, { location: `${listener.url}/taken` }).end()],
    ['answers without end', (response) => endless(response)],
    ['answers with 400,000 levels', (response) => response.end('['.repeat(400_000))],
    ['answers with an XML bomb', (response) => response.end(bomb)],
    ['answers with an XML file of the machine', (response) => response.writeHead(400).end(outside)],
    [
      'claims to be the instance',
      (response) =>
        response
          .writeHead(401, { 'set-cookie': 'a=b', 'x-evil': '1' })
          .end('{"error":{"message":"Sign in at http://evil.test\\r\\nx: y"}}'),
    ],
    ['answers with nothing', (response) => response.destroy()],
  ])('that %s harms nobody, and learns nothing to tell', async (name, answer) => {
    const { send, root } = opened
    const service = `hostile-${kind}-${randomUUID().slice(0, 8)}`
    expect(await make(opened, kind, hostile.url, service, { as: root })).not.toBeNull()
    hostile.answerBy(answer)
    const { status, headers, body: told } = await send('POST', `${service}/${path}`, { as: root, body })
    // Firebase's answer to a message that it took has nothing that is needed.
    expect([name, status === 500 || (status < 400 && kind !== 'gcm')]).toEqual([name, false])
    const text = JSON.stringify([headers, told])
    expect(text).not.toContain(mark)
    expect(text).not.toContain('PRIVATE KEY')
    expect(text).not.toMatch(/set-cookie|x-evil|root:/)
    expect(listener.heard()).toBe('')
    expect(opened.failures.splice(0).filter((line) => line.includes(mark))).toEqual([])
  })
})

const bomb = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "${'x'.repeat(1000)}">${Array.from({ length: 9 }, (_, at) => `<!ENTITY a${at} "${`&a${at === 0 ? '' : at - 1};`.repeat(10)}">`).join('')}]><a>&a8;</a>`
const outside =
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><ErrorResponse><Error><Code>x</Code><Message>&x;</Message></Error></ErrorResponse>'

function endless(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  }
  response.on('drain', more).on('error', () => undefined)
  more()
}

/** A server whose answers a test decides, except that it gives tokens. */
async function openHostile() {
  let answer: (response: ServerResponse) => void = (response) => response.end('{}')
  const server = createServer((request, response) => {
    request.resume()
    if (request.url === '/token') response.end('{"access_token":"t","expires_in":3600}')
    else answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answerBy(by: (response: ServerResponse) => void) {
      answer = by
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
