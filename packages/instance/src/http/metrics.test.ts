import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { counters, gauges, timers } from '../platform/instruments/instruments.ts'
import { createPrometheus } from '../platform/instruments/prometheus.ts'
import { sharedInstance } from '../testing/test-instance.ts'
import { requestMetrics } from './metrics.ts'
import type { ServedRequest } from './served-request.ts'

const names = [...Object.keys(counters), ...Object.keys(timers), ...Object.keys(gauges)]

describe('metrics', () => {
  const config = {
    metrics: { port: null, allow: ['10.1.0.0/16', '192.0.2.7'] },
    trustedProxies: ['10.9.9.9', '127.0.0.9'],
  }
  const { server, send, root, make, scheduler } = sharedInstance({ config })
  const ask = (remoteAddress: string, headers: Record<string, string> = {}) =>
    server.inject({ url: '/metrics', remoteAddress, headers: { host: 'localhost:8080', ...headers } })

  test.each<[string, string, Record<string, string>]>([
    ['another address', '203.0.113.9', {}],
    ['another address that says it is this machine', '203.0.113.9', { 'x-forwarded-for': '127.0.0.1' }],
    ['this machine, by the name of another', '127.0.0.1', { host: 'api.example.com' }],
    ...['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'].map(
      (name): [string, string, Record<string, string>] => [
        `a proxy on this machine that nobody trusts, with ${name}`,
        '127.0.0.1',
        { [name]: '127.0.0.1' },
      ],
    ),
    ['a proxy in a listed network that nobody trusts', '10.1.2.3', { 'x-forwarded-for': '10.1.2.3' }],
    ['a trusted proxy, for somebody else', '10.9.9.9', { 'x-forwarded-for': '203.0.113.9' }],
    ['a trusted proxy, for who says to be listed', '10.9.9.9', { 'x-forwarded-for': '10.1.2.3, 203.0.113.9' }],
    ['a trusted proxy, for its own machine', '127.0.0.9', { 'x-forwarded-for': '127.0.0.1' }],
    ['a trusted proxy that names nobody', '127.0.0.9', { 'x-forwarded-host': 'localhost' }],
  ])('are not found for %s', async (_, address, headers) => {
    const { statusCode, body } = await ask(address, headers)
    expect(statusCode).toBe(404)
    expect(JSON.parse(body)).toMatchObject({ error: { message: 'There is nothing at this address.' } })
  })

  test.each<[string, string, Record<string, string>]>([
    ['this machine', '127.0.0.1', {}],
    ['this machine by IPv6', '::1', { host: '[::1]:8080' }],
    ['this machine by IPv4 in IPv6', '::ffff:127.0.0.1', { host: '127.0.0.1' }],
    ['a listed network, by any name', '10.1.2.3', { host: 'node-1.internal:8080' }],
    ['a listed address', '192.0.2.7', {}],
    ['a trusted proxy, for a listed address', '10.9.9.9', { 'x-forwarded-for': '10.1.2.3' }],
  ])('are available for %s', async (_, address, headers) => {
    const { statusCode, headers: answered } = await ask(address, headers)
    expect(statusCode).toBe(200)
    expect(answered['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(answered['cache-control']).toBe('no-store')
  })

  /** Values by metric name and labels. */
  async function figures(): Promise<Map<string, number>> {
    const { body } = await ask('127.0.0.1')
    const lines = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    return new Map(
      lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
    )
  }

  test('count requests by service, verb and status class, and do not name unknown services', async () => {
    await send('GET', 'system/role', { as: root })
    for (const path of ['nosuch', 'neither', '/nothing']) await send('GET', path)
    await send('LOCK', 'system')
    const found = await figures()
    const count = (labels: string) => found.get(`millwright_http_request_duration_seconds_count{${labels}}`)
    expect(count('service="system",verb="GET",status="2xx"')).toBe(1)
    expect(count('service="other",verb="GET",status="4xx"')).toBe(2)
    expect(count('service="none",verb="GET",status="4xx"')).toBeGreaterThan(0)
    expect(count('service="system",verb="other",status="4xx"')).toBe(1)
    expect([...found.keys()].filter((name) => /nosuch|neither|LOCK/.test(name))).toEqual([])
  })

  test('count scripts, tasks, mails and exceeded limits by outcome', async () => {
    const service = (name: string, content: string) =>
      send('POST', 'system/service', {
        as: root,
        body: { resource: [{ name, type: 'nodejs', is_active: true, config: { content } }] },
      })
    await service('works', 'return { ok: true }')
    await service('throws', 'throw new Error("no")')
    for (const name of ['works', 'throws', 'throws']) await send('GET', name, { as: root })

    const task = { name: 'a task', is_active: true, frequency: 60, service_id: 1, component: 'nosuch', verb: 'GET' }
    const added = await send<{ resource: { id: number }[] }>('POST', 'system/scheduler', {
      as: root,
      body: { resource: [task] },
    })
    await scheduler.runNow(added.body.resource[0]?.id ?? 0)
    await scheduler.idle()

    const mail = { to: [{ email: 'ada@example.test' }], subject: 'x', body_text: 'y', from_email: 'a@example.test' }
    expect((await send('POST', 'email', { as: root, body: mail })).status).toBe(200)

    const limit = { name: 'none', type: 'instance', rate: 0, period: 'minute', is_active: true }
    await send('POST', 'system/limit', { as: root, body: { resource: [limit] } })
    const user = await make.user({})
    expect((await send('GET', 'user/profile', { as: user })).status).toBe(429)

    const found = await figures()
    expect(found.get('millwright_script_duration_seconds_count{language="nodejs",outcome="done"}')).toBe(1)
    expect(found.get('millwright_script_duration_seconds_count{language="nodejs",outcome="thrown"}')).toBe(2)
    expect(found.get('millwright_task_duration_seconds_count{outcome="failed"}')).toBe(1)
    expect(found.get('millwright_mails_total{outcome="sent"}')).toBe(1)
    expect(found.get('millwright_limit_refusals_total')).toBe(1)
    expect(found.get('millwright_ready{check="store"}')).toBe(1)
    expect(found.get('millwright_dependency_up{dependency="database"}')).toBe(1)
    expect(found.get('millwright_script_queue')).toBe(0)
    expect([...found.keys()]).toContainEqual(expect.stringMatching(/^millwright_build_info\{version="\d/))
    expect(found.get('millwright_store_waiting')).toBe(0)
    expect(found.get('nodejs_heap_size_used_bytes')).toBeGreaterThan(0)
  })

  test('are complete', async () => {
    const { body } = await ask('127.0.0.1')
    expect(names.filter((name) => !body.includes(`# TYPE ${name} `))).toEqual([])
  })
})

describe('metrics on a port of their own', () => {
  const { server } = sharedInstance({ config: { metrics: { port: 0, allow: [] } } })
  test('are served only there', async () => {
    expect((await server.inject({ url: '/metrics', headers: { host: 'localhost' } })).statusCode).toBe(404)
  })
})

test('limits the services in metrics to 200', async () => {
  const { instruments, text } = createPrometheus()
  const observe = requestMetrics(instruments, () => true)
  const served: ServedRequest = {
    id: 'x',
    method: 'GET',
    path: '/',
    status: 200,
    milliseconds: 1,
    address: '',
    service: null,
    asked: null,
    caller: null,
    failure: undefined,
    isCutOff: false,
    bytesIn: 0,
    bytesOut: 0,
  }
  for (let at = 0; at < 250; at += 1) observe({ ...served, service: `s${at}` })
  const found = await text()
  expect(new Set(found.match(/service="[^"]+"/g)).size).toBe(201)
  expect(found).toContain('service="other"')
})

test('documents each metric, and uses no others in the dashboard', () => {
  const docs = join(import.meta.dirname, '../../../../docs/operate')
  const page = readFileSync(join(docs, 'metrics.md'), 'utf8')
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  const used = readFileSync(join(docs, 'grafana-dashboard.json'), 'utf8').match(/\bmillwright_\w+/g) ?? []
  const known = new Set([
    ...names,
    ...Object.keys(timers).flatMap((name) => [`${name}_bucket`, `${name}_count`, `${name}_sum`]),
  ])
  expect(used.filter((name) => !known.has(name))).toEqual([])
  expect(used.length).toBeGreaterThan(0)
})
