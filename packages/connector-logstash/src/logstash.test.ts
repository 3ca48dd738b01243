import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { restrictedAdmin } from '@millwright/instance/testing/restricted-admin'
import { testInstance } from '@millwright/instance/testing/test-instance'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

type Message = Record<string, unknown>

interface Input {
  readonly port: number
  readonly messages: Message[]
}

/** A log input for datagrams: JSON, or chunked and compressed GELF. */
async function datagramInput(): Promise<Input> {
  const socket = createSocket('udp4')
  const messages: Message[] = []
  const parts = new Map<string, Buffer[]>()
  const take = (bytes: Buffer) => {
    const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes
    messages.push(JSON.parse(plain.toString('utf8')))
  }
  socket.on('message', (bytes) => {
    if (bytes[0] !== 0x1e || bytes[1] !== 0x0f) return take(bytes)
    const id = bytes.subarray(2, 10).toString('hex')
    const [number = 0, count = 0] = [bytes[10], bytes[11]]
    const known = parts.get(id) ?? []
    known[number] = bytes.subarray(12)
    parts.set(id, known)
    if (known.filter(Boolean).length === count) take(Buffer.concat(known))
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return { port: socket.address().port, messages }
}

/** A log input for one JSON object per line. */
async function lineInput(port = 0, answer?: (socket: Socket) => void): Promise<Input & { close(): Promise<void> }> {
  const messages: Message[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let rest = ''
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      const lines = (rest + bytes.toString('utf8')).split('\n')
      rest = lines.pop() ?? ''
      messages.push(...lines.map((line) => JSON.parse(line)))
    })
    answer?.(socket)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    if (server.listening) await new Promise((done) => server.close(done))
  }
  onTestFinished(close)
  return { port: portOf(server), messages, close }
}

const portOf = (server: { address(): unknown }) => {
  const address = server.address()
  return typeof address === 'object' && address !== null && 'port' in address ? Number(address.port) : 0
}

async function httpInput(): Promise<Input & { status: number; hang: boolean }> {
  const input = { port: 0, messages: [] as Message[], status: 200, hang: false }
  const server = createHttpServer(async (request, response) => {
    const pieces = await request.toArray()
    if (input.hang) return
    if (request.method === 'HEAD') return void response.writeHead(200).end()
    if (input.status < 300) input.messages.push(JSON.parse(Buffer.concat(pieces).toString('utf8')))
    response.writeHead(input.status).end('ok')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  input.port = portOf(server)
  return input
}

async function prepared(config: object, allow: readonly string[] = ['127.0.0.1']) {
  const instance = await testInstance({ config: { allowPrivateHosts: [...allow] } })
  const { send, root: as } = instance
  const add = async (name: string, settings: object, by = as) => {
    const body = { resource: [{ name, label: name, type: 'logstash', is_active: true, config: settings }] }
    const made = await send<{ resource: [{ id: number }] }>('POST', 'system/service', { as: by, body })
    expect(made.status).toBe(201)
    return made.body.resource[0].id
  }
  const id = await add('log', { host: '127.0.0.1', ...config })
  const memo = { resource: [{ name: 'memo', type: 'cache_local', is_active: true }] }
  expect((await send('POST', 'system/service', { as, body: memo })).status).toBe(201)
  const health = async () => {
    const path = `system/service/${id}?related=health`
    const { body } = await send<{ health: { healthy: boolean; reason: string | null }[] }>('GET', path, { as })
    return body.health[0] ?? null
  }
  return { ...instance, instance, as, health, add, id }
}

const context = ['_event.request', '_event.response.status_code', '_platform.session.user', '_platform.session.api_key']
const events = [
  { event: 'memo.{key_name}.put', level: 'NOTICE', message: 'A value was kept' },
  { event: 'MEMO.secret.PUT', level: 'ALERT', message: '' },
]

describe.each(['udp', 'gelf', 'tcp', 'http'] as const)('a service of the type logstash over %s', (protocol) => {
  const open = () => (protocol === 'tcp' ? lineInput() : protocol === 'http' ? httpInput() : datagramInput())
  const messageOf = (message: Message) => message.short_message ?? message._message

  it('rejects an invalid message', async () => {
    const { port, messages } = await open()
    const { send, as } = await prepared({ protocol, port })
    for (const [path, body] of [
      ['log', undefined],
      ['log', {}],
      ['log', { message: '  ' }],
      ['log', { message: 1 }],
      ['log', { message: 'x', level: 'LOUD' }],
      ['log', { message: 'x'.repeat(8_001) }],
    ] as const) {
      expect(await send('POST', path, { as, ...(body === undefined ? {} : { body }) })).toMatchObject({ status: 400 })
    }
    expect(await send('DELETE', 'log', { as })).toMatchObject({ status: 400 })
    expect(messages).toEqual([])
  })

  it('logs messages from callers', async () => {
    const { port, messages } = await open()
    const { send, as } = await prepared({ protocol, port })
    const success = { status: 200, body: { success: true } }
    expect(await send('GET', 'log?check=true', { as })).toMatchObject(success)
    expect(await send('POST', 'log', { as, body: { message: 'one', level: 'error' } })).toMatchObject(success)
    expect(await send('POST', 'log/two words', { as })).toMatchObject(success)
    expect(await send('PUT', 'log/debug/three/4', { as })).toMatchObject(success)
    await vi.waitFor(() => expect(messages.map(messageOf)).toEqual(['one', 'two words', 'three/4']))
    const levels = messages.map((message) => message._level_name ?? message._level)
    expect(levels).toEqual(['ERROR', 'INFO', 'DEBUG'])
    if (protocol === 'gelf') {
      expect(messages[0]).toMatchObject({ version: '1.1', host: expect.any(String), level: 3 })
      for (const value of Object.values(messages[0] ?? {})) expect(['string', 'number']).toContain(typeof value)
    }
  })

  it('logs the configured events, without secrets', async () => {
    const { port, messages } = await open()
    const { send, as } = await prepared({ protocol, port, context, service_event_map: events })
    const body = { shown: 'x'.repeat(1_500), big: 12_345_678_901_234_567_890n.toString(), password: 'do not tell' }
    expect((await send('PUT', 'memo/plain?api_key=hidden', { as, body })).status).toBe(200)
    expect((await send('PUT', 'memo/secret', { as, body: 1 })).status).toBe(200)
    await send('GET', 'memo/plain', { as })
    await vi.waitFor(() => expect(messages).toHaveLength(3))
    expect(messages.map(messageOf)).toEqual(['A value was kept', 'A value was kept', 'memo.secret.put'])
    const sent = JSON.stringify(messages)
    for (const hidden of ['do not tell', 'api_key=', as.token]) expect(sent).not.toContain(hidden)
    expect(sent).toContain('root@example.test')
    expect(sent).toContain('x'.repeat(1_500))
  })
})

describe('obstacles of a log service', () => {
  it('receives no events that its author may not see', async () => {
    const { port, messages } = await datagramInput()
    const { instance, send, as, add } = await prepared({ protocol: 'udp', port: 9 })
    const restricted = await restrictedAdmin(instance, ['services'])
    const map = [...events, { event: 'system.role.get', level: 'INFO', message: 'A role' }]
    const settings = { host: '127.0.0.1', port, protocol: 'udp', service_event_map: map }
    const body = { resource: [{ name: 'spy', type: 'logstash', is_active: true, config: settings }] }
    const made = await send('POST', 'system/service', { as: restricted.as, key: restricted.key, body })
    expect(made.status).toBe(201)
    await add('own', { ...settings, service_event_map: [{ event: 'memo.*', message: 'Seen' }] })
    await send('GET', 'system/role', { as })
    await send('PUT', 'memo/plain', { as, body: 1 })
    await vi.waitFor(() => expect(messages.map(({ _message }) => _message)).toEqual(['Seen']))
  })

  it('logs every request if configured, without values, and none for a restricted author', async () => {
    const { port, messages } = await lineInput()
    const { instance, send, as, add } = await prepared({ protocol: 'tcp', port, requests: 'all' })
    const failed = await lineInput()
    const spied = await lineInput()
    const settings = { host: '127.0.0.1', protocol: 'tcp' }
    await add('failed', { ...settings, port: failed.port, requests: 'failed' })
    const restricted = await restrictedAdmin(instance, ['services'])
    const spy = {
      name: 'spy',
      type: 'logstash',
      is_active: true,
      config: { ...settings, port: spied.port, requests: 'all' },
    }
    const by = { as: restricted.as, key: restricted.key }
    expect((await send('POST', 'system/service', { ...by, body: { resource: [spy] } })).status).toBe(201)
    expect((await send('PUT', 'memo/canary?x=canary', { as, body: { told: 'canary' } })).status).toBe(200)
    await send('POST', 'log', { as, body: { message: 'told' } })
    expect((await send('GET', 'memo/other')).status).toBe(400)
    // Reading figures makes the node write its counts.
    await send('GET', 'system/usage', { as })
    await vi.waitFor(() => expect(messages.map(({ _message }) => _message)).toContain('PUT memo/{id} 200'))
    const [first] = messages.filter(({ _message }) => _message === 'PUT memo/{id} 200')
    expect(first).toMatchObject({ _level: 'INFO', _request: { user_id: as.id, status: 200, query: 'x=?' } })
    expect(JSON.stringify(messages)).not.toContain('canary')
    expect(messages.filter(({ _message }) => String(_message).startsWith('POST log'))).toEqual([])
    await vi.waitFor(() => expect(failed.messages.length).toBeGreaterThan(0))
    const statuses = failed.messages.map(({ _request }) => Reflect.get(Object(_request), 'status'))
    expect(statuses.every((status) => Number(status) >= 400)).toBe(true)
    expect(spied.messages).toEqual([])
  })

  it('logs only failures if configured', async () => {
    const { port, messages } = await lineInput()
    const map = [{ event: 'memo.{key_name}.get', level: 'ERROR', message: 'Not there' }]
    const { send, as } = await prepared({ protocol: 'tcp', port, answers: 'failed', service_event_map: map })
    await send('PUT', 'memo/there', { as, body: 1 })
    await send('GET', 'memo/there', { as })
    expect((await send('GET', 'memo/missing', { as })).status).toBe(404)
    await vi.waitFor(() => expect(messages).toEqual([expect.objectContaining({ _message: 'Not there' })]))
  })

  it('reports in its health why messages are not delivered, and sends them once they can be', async () => {
    const first = await lineInput()
    const { port } = first
    await first.close()
    const { send, as, health } = await prepared({ protocol: 'tcp', port, service_event_map: events })
    expect((await send('PUT', 'memo/plain', { as, body: 1 })).status).toBe(200)
    await vi.waitFor(async () => expect((await health())?.reason).toContain('connection refused'))
    expect(await send('POST', 'log/now', { as })).toMatchObject({ status: 503 })
    const { messages } = await lineInput(port)
    await vi.waitFor(() => expect(messages).toHaveLength(1))
    await vi.waitFor(async () => expect(await health()).toMatchObject({ healthy: true }))
  })

  it('delays no request if an input hangs or responds endlessly', async () => {
    const babbling = await lineInput(0, (socket) => {
      const babble = () =>
        socket.write('x'.repeat(64 * 1024), (error) => {
          if (!error) setImmediate(babble)
        })
      babble()
    })
    const input = await httpInput()
    input.hang = true
    const { send, as, add, health, failures } = await prepared({
      protocol: 'http',
      port: input.port,
      timeout: 1,
      service_event_map: events,
    })
    await add('babbling', { host: '127.0.0.1', port: babbling.port, protocol: 'tcp', service_event_map: events })
    for (let at = 0; at < 20; at++) expect((await send('PUT', `memo/${at}`, { as, body: at })).status).toBe(200)
    await vi.waitFor(async () => expect((await health())?.reason).toContain('did not respond in time'))
    input.hang = false
    input.status = 413
    await vi.waitFor(async () => expect((await health())?.reason).toContain('413'))
    input.status = 200
    // Rejected messages are dropped. Their number is reported with the next message.
    expect((await send('PUT', 'memo/last', { as, body: 1 })).status).toBe(200)
    await vi.waitFor(() => expect(input.messages.length).toBeGreaterThan(0))
    failures.length = 0
  })

  it('connects to private hosts by HTTP only if the operator allows it', async () => {
    const { port, messages } = await httpInput()
    const { send, as } = await prepared({ protocol: 'http', port }, [])
    const refused = await send('POST', 'log/hello', { as })
    expect(refused).toMatchObject({ status: 503, body: { error: { message: expect.stringContaining('public') } } })
    expect(messages).toEqual([])
  })
})
