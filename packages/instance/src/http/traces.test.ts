import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestInstance } from '../testing/open-test-instance.ts'

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number }
}

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly attributes: readonly Attribute[]
  readonly status: { readonly code?: number }
}

interface Exported {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[]
  }[]
}

/** Span kinds of OTLP. */
const kinds = { internal: 1, server: 2, client: 3 }

let exported: string[] = []
let reached: IncomingHttpHeaders[] = []
const server = createServer(async (request, response) => {
  if (request.url === '/v1/traces') exported.push(await text(request))
  else reached.push(request.headers)
  response.setHeader('content-type', 'application/json').end('{}')
})
let address: string
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((closed) => server.close(closed)))

const secret = 'hunter2-and-5e9c'
const traceId = '0af7651916cd43dd8448eb211c80319c'
const traceparent = `00-${traceId}-b7ad6b7169203331-01`

/** Calls a script that reads a table and requests another API through a service and by URL; returns what both servers received. */
async function callScript(traced: boolean) {
  exported = []
  reached = []
  const endpoint = `${address}/v1/traces`
  const instance = await openTestInstance({
    config: {
      sampleData: true,
      allowPrivateHosts: ['127.0.0.1'],
      tracing: traced ? { endpoint, ratio: 1, serviceName: 'a node' } : null,
    },
  })
  const { send, root } = instance
  const service = (name: string, type: string, config: object) =>
    send('POST', 'system/service', { as: root, body: { resource: [{ name, type, is_active: true, config }] } })
  await service('far', 'rws', { base_url: `${address}/?key=${secret}` })
  const content = `
    await platform.api.get("sample/_table/contact?limit=1&filter=last_name='${secret}'")
    await platform.api.get('far/a')
    await platform.api.get('${address}/outside?token=${secret}')
    await platform.api.get('gone')
    return {}`
  await service('told', 'nodejs', { content })
  await service('gone', 'rws', { base_url: 'http://127.0.0.1:1/' })
  const headers = { traceparent, 'x-request-id': 'traced' }
  expect((await send('GET', `told?filter=${secret}`, { as: root, headers })).status).toBe(200)
  await instance.close()
  return exported.map((body): Exported => JSON.parse(body)).flatMap(({ resourceSpans }) => resourceSpans)
}

test('sends no traces without a URL to send them to', async () => {
  expect(await callScript(false)).toEqual([])
  expect(reached.map((headers) => headers.traceparent)).toEqual([undefined, undefined])
})

test("contains the request, its script, the database and the outgoing requests, below the caller's span", async () => {
  const sent = await callScript(true)
  expect(sent[0]?.resource.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'a node' } })
  const spans = sent.flatMap(({ scopeSpans }) => scopeSpans).flatMap((scope) => scope.spans)
  const ours = spans.filter((span) => span.traceId === traceId)
  const named = (name: string, kind: keyof typeof kinds) =>
    ours.filter((span) => span.name === name && span.kind === kinds[kind])

  const [request, ...more] = named('GET told', 'server')
  expect(more).toEqual([])
  expect(request).toMatchObject({ parentSpanId: 'b7ad6b7169203331' })
  const told = Object.fromEntries((request?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]))
  expect(told).toMatchObject({
    'http.request.method': 'GET',
    'url.path': '/api/v2/told',
    'http.response.status_code': 200,
    'millwright.request_id': 'traced',
  })
  const [script] = named('script told', 'internal')
  expect(script).toMatchObject({ parentSpanId: request?.spanId })
  expect(named('GET sample', 'client')).toMatchObject([{ parentSpanId: script?.spanId }])
  const calls = named('GET', 'client')
  expect(calls).toMatchObject([script, script, script].map((parent) => ({ parentSpanId: parent?.spanId })))
  expect(calls.map(({ status }) => status.code ?? 0)).toEqual([0, 0, 2])

  expect(reached.map((headers) => headers.traceparent)).toEqual(
    calls.slice(0, 2).map(({ spanId }) => `00-${traceId}-${spanId}-01`),
  )
})

test('contains no secrets', () => {
  expect(exported.length).toBeGreaterThan(0)
  expect(exported.filter((body) => body.includes(secret))).toEqual([])
})
