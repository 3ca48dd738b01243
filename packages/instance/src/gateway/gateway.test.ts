import { Problem } from '@millwright/contract/problem'
import { expect, test } from 'vitest'
import { type Call, requestOf } from '../request/call.ts'
import type { Caller } from '../request/caller.ts'
import { createDispatcher, createGateway, type Interceptor } from './gateway.ts'
import type { Identify } from './parts.ts'
import type { Registered } from './registry.ts'
import type { Service } from './service.ts'

const nobody: Caller = { user: null, app: null, role: null, sysadmin: false, token: null, sentKey: false }
const sysadmin: Caller = { ...nobody, sysadmin: true }

const call = (values: Partial<Call> = {}): Call => ({
  verb: 'GET',
  service: 'shop',
  resource: 'items/1',
  params: {},
  payload: undefined,
  payloadFormat: 'none',
  headers: {},
  requestor: 'API',
  origin: 'http://instance.test',
  address: '127.0.0.1',
  credentials: { apiKey: null, token: 'sent', basic: null, scriptToken: null },
  ...values,
})

interface GatewayOptions {
  caller?: Caller
  counting?: readonly Interceptor[]
  interceptors?: readonly Interceptor[]
  service?: Partial<Service>
}

const bounds = { ids: 5, batch: 5, names: 5, values: 5 }

function gatewayOf({ caller = sysadmin, counting = [], interceptors = [], service = {} }: GatewayOptions = {}) {
  const seen: unknown[] = []
  const echo: Service = {
    publicEndpoints: [{ path: 'open', verbs: ['GET'] }],
    accessList: async () => [],
    handle: async (request) => ({ status: 200, body: request }),
    ...service,
  }
  const row = {
    id: 1,
    name: 'shop',
    label: null,
    description: null,
    isActive: true,
    type: 'x',
    author: { userId: null, appId: null },
    modified: '',
  }
  const registered: Registered = { row, service: echo }
  const identify: Identify = (credentials) => {
    seen.push(credentials.token)
    return caller
  }
  const dispatcher = createDispatcher(bounds)
  dispatcher.open({
    registry: {
      find: (name) => (name === 'shop' || name === 'user' ? registered : null),
      presentName: (name) => name,
      all: async () => [row],
      health: () => new Map(),
      passing: () => Promise.reject(new Error('Nothing is tried here')),
    },
    listServices: async () => ({ status: 200, body: 'the list' }),
    counting,
    interceptors,
  })
  return { gateway: createGateway(identify, dispatcher.forward, dispatcher.services), dispatcher, seen }
}

test('rejects a caller without access before any interceptor sees the request', async () => {
  const steps: string[] = []
  const { gateway } = gatewayOf({
    caller: nobody,
    interceptors: [{ limit: () => void steps.push('limit') }],
  })
  await expect(gateway(call())).rejects.toMatchObject({ status: 400 })
  await expect(gateway(call({ service: 'nosuch' }))).rejects.toMatchObject({ status: 400 })
  expect(steps).toEqual([])
})

test('rejects every request if identification fails, also for public endpoints', async () => {
  const identify = () => {
    throw new Problem(401, 'Token has expired')
  }
  const gateway = createGateway(identify, async () => ({ status: 200, body: 'answered' }), { find: () => null })
  await expect(gateway(call({ resource: 'open' }))).rejects.toMatchObject({ status: 401 })
})

test('throws if a service is called before the dispatcher is open', async () => {
  const { services, forward } = createDispatcher(bounds)
  await expect(createGateway(() => sysadmin, forward, services)(call())).rejects.toThrow(
    'before all of them were there',
  )
  expect(() => services.find('shop')).toThrow('before all of them were there')
})

test('runs counting interceptors only for counted requests, and none for plain ones', async () => {
  const steps: string[] = []
  const { dispatcher } = gatewayOf({
    counting: [{ limit: () => void steps.push('counted') }],
    interceptors: [
      {
        around: (request, registered, next) => {
          steps.push('around')
          return next(request, registered)
        },
      },
    ],
  })
  const request = requestOf(call(), sysadmin)
  await dispatcher.forwardPlainly(request)
  await dispatcher.forwardUncounted(request)
  await dispatcher.forward(request)
  expect(steps).toEqual(['around', 'counted', 'around'])
})

test('lets any caller use a public endpoint, with its verbs only', async () => {
  const { gateway } = gatewayOf({ caller: nobody })
  await expect(gateway(call({ resource: 'open' }))).resolves.toMatchObject({ status: 200 })
  await expect(gateway(call({ resource: 'open', verb: 'POST' }))).rejects.toMatchObject({ status: 400 })
})

test('passes the caller and the token as sent to the service', async () => {
  const { gateway } = gatewayOf()
  const { body } = await gateway(call())
  expect(body).toMatchObject({ resource: 'items/1', caller: sysadmin, sentToken: 'sent' })
  expect(body).not.toHaveProperty('credentials')
})

test('responds with the list of services if no service is named', async () => {
  const { gateway } = gatewayOf({ caller: nobody })
  await expect(gateway(call({ service: '', resource: '' }))).resolves.toEqual({ status: 200, body: 'the list' })
})

test.each(['POST', 'PUT', 'DELETE'] as const)(
  'does not verify the token of a %s of a session, but passes it on',
  async (verb) => {
    const { gateway, seen } = gatewayOf()
    const { body } = await gateway(call({ service: 'user', resource: 'session', verb }))
    expect(seen).toEqual([null])
    expect(body).toMatchObject({ sentToken: 'sent' })
  },
)

test('verifies the token when a session is read', async () => {
  const { gateway, seen } = gatewayOf()
  await gateway(call({ service: 'user', resource: 'session' }))
  expect(seen).toEqual(['sent'])
})

test('runs all limits first, then each interceptor around the next', async () => {
  const steps: string[] = []
  const named = (name: string): Interceptor => ({
    limit: () => void steps.push(`${name} limits`),
    async around(request, registered, next) {
      steps.push(`${name} before ${request.resource}`)
      const answer = await next({ ...request, resource: `${request.resource}+${name}` }, registered)
      steps.push(`${name} after`)
      return { ...answer, status: answer.status + 1 }
    },
  })
  const away: Interceptor = { around: () => null }
  const { gateway } = gatewayOf({ interceptors: [named('a'), away, named('b')] })
  const response = await gateway(call({ resource: 'r' }))
  expect(response).toMatchObject({ status: 202, body: { resource: 'r+a+b' } })
  expect(steps).toEqual(['a limits', 'b limits', 'a before r', 'b before r+a', 'b after', 'a after'])
})

test('does not call the service if a limit rejects the request', async () => {
  const limit = () => {
    throw new Problem(429, 'Too much.')
  }
  const handle = () => Promise.reject(new Error('was called'))
  const { gateway } = gatewayOf({ interceptors: [{ limit }], service: { handle } })
  await expect(gateway(call())).rejects.toMatchObject({ status: 429 })
})

test('lets an interceptor respond instead of the service', async () => {
  const handle = () => Promise.reject(new Error('was called'))
  const around = async () => ({ status: 204, body: undefined })
  const { gateway } = gatewayOf({ interceptors: [{ around }], service: { handle } })
  await expect(gateway(call())).resolves.toEqual({ status: 204, body: undefined })
})
