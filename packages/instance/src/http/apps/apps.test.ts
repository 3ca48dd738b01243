import { createServer } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../platform/settings/config.ts'
import { createLocalStorage } from '../../subjects/data/files/local/local-storage.ts'
import { localRoot } from '../../subjects/data/files/public-files.ts'
import { fixture } from '../../testing/fixture.ts'
import { openTestInstance, type TestInstance, type TestInstanceOptions } from '../../testing/open-test-instance.ts'
import { createServer as createHttpServer } from '../server.ts'
import { listenForApps } from './apps-server.ts'

const built = { name: 'Shop', type: 1, storage_container: 'shop', path: 'start.html?v=1', is_active: true }

/** Opens an instance with both servers listening, and an app on its file service. */
async function open(config: TestInstanceOptions['config'] = {}, listens = true) {
  const instance = await openTestInstance({ config })
  const { server, apps, make, send, root, parts } = instance
  await server.listen({ host: '127.0.0.1', port: 0 })
  if (listens) await apps.listen({ host: '127.0.0.1', port: 0 })
  const storage = createLocalStorage(localRoot(parts.config.dataFolder, 'files') ?? '')
  await storage.write('shop/start.html', new TextEncoder().encode('<p>shop'))
  await storage.write('shop/js/a.js', new TextEncoder().encode('run()'))
  await storage.write('secret/x.txt', new TextEncoder().encode('no'))
  const body = { ...built, storage_service_id: await make.serviceId('files') }
  const made = await send<{ resource: [{ id: number }] }>('POST', 'system/app', { as: root, body })
  const of = (listener: TestInstance['server']) => {
    const bound = listener.server.address()
    return `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`
  }
  return { ...instance, id: made.body.resource[0].id, console: of(server), origin: listens ? of(apps) : '' }
}

const launched = async ({ send, root }: TestInstance, headers = {}) => {
  const options = { as: root, headers }
  const { body } = await send<{ resource: { launch_url: string }[] }>('GET', 'system/app?filter=name=Shop', options)
  const { body: environment } = await send<{ apps: { name: string; url: string }[]; platform: { apps_url?: string } }>(
    'GET',
    'system/environment',
    options,
  )
  const urls = [body.resource[0]?.launch_url, environment.apps.find(({ name }) => name === 'Shop')?.url]
  expect(new Set(urls).size).toBe(1)
  return [urls[0], environment.platform.apps_url]
}

describe('the origin of hosted apps', () => {
  const instance = fixture(() => open())
  afterAll(() => instance.close())
  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${instance.origin}${path}`, { headers })
  const page = { accept: 'text/html' }

  it.each([
    '/',
    '/index.html',
    '/millwright.json',
    '/status',
    '/health/live',
    '/metrics',
    '/login',
    '/launchpad',
    '/assets/index.js',
    '/api/v1/system',
    '/api/v3',
  ])('serves nothing of the console at %s', async (path) => {
    for (const headers of [{}, page]) expect((await get(path, headers)).status).toBe(404)
  })

  it.each([
    ['that are not public', '/files/secret/x.txt', 403],
    ['reached by dots', '/files/shop/..%2f..%2fsecret/x.txt', 404],
    ['that are not there', '/files/shop/none.js', 404],
    ['of another service', '/db/shop/start.html', 404],
  ])('rejects files %s', async (_, path, status) => {
    expect((await get(path)).status).toBe(status)
  })

  it('accepts only reads outside of the API', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect((await fetch(`${instance.origin}/files/shop/start.html`, { method })).status).toBe(404)
    }
  })

  it("serves public files without a sandbox, unlike the console's origin", async () => {
    const there = await get('/files/shop/start.html')
    expect([there.status, await there.text()]).toEqual([200, '<p>shop'])
    expect(there.headers.get('content-security-policy')).toBeNull()
    expect(there.headers.get('x-content-type-options')).toBe('nosniff')
    expect(there.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const beside = await fetch(`${instance.console}/files/shop/start.html`)
    expect(beside.headers.get('content-security-policy')).toMatch(/^sandbox /)
  })

  it("serves the page of an app at the app's own routes, and only there", async () => {
    for (const path of ['/files/shop/orders/7', '/files/shop/orders/', '/FILES/shop']) {
      expect(await (await get(path, page)).text(), path).toBe('<p>shop')
    }
    expect((await get('/files/shop/orders/7')).status).toBe(404)
    expect((await get('/files/shop/orders/7.js', page)).status).toBe(404)
    expect((await get('/files/shopping/7', page)).status).toBe(403)
    expect(await (await get('/files/shop/js/a.js', page)).text()).toBe('run()')
  })

  it('serves the API, with links to the console', async () => {
    const headers = { 'x-dreamfactory-session-token': instance.root.token }
    const answer = await get('/api/v2/system/environment', headers)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ platform: { apps_url: instance.origin } })
    const list = await fetch(`${instance.origin}/api/v2/system/app?filter=name=api_docs&fields=launch_url`, { headers })
    const { resource } = (await list.json()) as { resource: [{ launch_url: string }] }
    expect(new URL(resource[0].launch_url).origin).toBe(instance.console)
    const made = await fetch(`${instance.origin}/api/v2/system/lookup`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ resource: [{ name: 'from_app', value: 'x' }] }),
    })
    expect(made.status).toBe(201)
  })

  it('rejects API requests without credentials, and does not let other origins read the response', async () => {
    const answer = await get('/api/v2/system/admin', { origin: 'http://evil.example' })
    expect(answer.status).toBe(400)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('is where apps are launched, for requests over plain HTTP', async () => {
    const port = new URL(instance.origin).port
    expect(await launched(instance, { host: 'localhost:8080' })).toEqual([
      `http://localhost:${port}/files/shop/start.html?v=1`,
      `http://localhost:${port}`,
    ])
    expect((await instance.send('GET', 'system/app', { as: instance.root, headers: { host: 'x/y' } })).status).toBe(400)
  })
})

describe('without such an origin', () => {
  it("apps are launched on the console's origin, in a sandbox", async () => {
    await using instance = await open({}, false)
    expect(await launched(instance, { host: 'localhost' })).toEqual([
      'http://localhost/files/shop/start.html?v=1',
      undefined,
    ])
  })

  it('requests over HTTPS, which the listener does not support, do not use the listener', async () => {
    await using instance = await open({ publicUrl: 'https://console.test' })
    expect(await launched(instance)).toEqual(['https://console.test/files/shop/start.html?v=1', undefined])
  })
})

describe('behind a proxy that sends both hosts to one port', () => {
  const config = { appsUrl: 'https://apps.test', publicUrl: 'https://console.test' }
  const instance = fixture(() => open(config, false))
  afterAll(() => instance.close())
  const get = (host: string, url: string) => instance.server.inject({ url, headers: { host } })

  it('the host decides what is served', async () => {
    expect(await launched(instance)).toEqual(['https://apps.test/files/shop/start.html?v=1', 'https://apps.test'])
    expect((await get('apps.test', '/files/shop/start.html')).headers['content-security-policy']).toBeUndefined()
    expect((await get('APPS.TEST', '/status')).statusCode).toBe(404)
    expect((await get('apps.test', '/api/v2/system/environment')).statusCode).toBe(200)
    for (const host of ['console.test', 'apps.test.evil.example', 'apps.test:81']) {
      expect((await get(host, '/files/shop/start.html')).headers['content-security-policy'], host).toMatch(/^sandbox/)
      expect((await get(host, '/status')).statusCode).toBe(200)
    }
  })

  it('bodies are received', async () => {
    const answer = await instance.server.inject({
      method: 'POST',
      url: '/api/v2/system/admin/session',
      headers: { host: 'apps.test', 'content-type': 'application/json' },
      payload: { email: instance.root.email, password: instance.root.password },
    })
    expect(answer.statusCode).toBe(200)
  })
})

describe('the port for hosted apps', () => {
  const make = () => createHttpServer({ bodyLimit: 1000, trustedProxies: [], log: () => undefined })

  it('is the next free one unless it is configured', async () => {
    const taken = createServer()
    const first = await new Promise<number>((resolve) =>
      taken.listen(0, '127.0.0.1', () => {
        const bound = taken.address()
        resolve(typeof bound === 'object' && bound !== null ? bound.port : 0)
      }),
    )
    const next = make()
    const listening = { host: '127.0.0.1', appsPort: null, consolePort: first - 1, isPortChosen: false }
    try {
      expect(await listenForApps(next, listening)).toBeGreaterThan(first)
      await expect(listenForApps(make(), { ...listening, appsPort: first })).rejects.toThrow('EADDRINUSE')
    } finally {
      await next.close()
      taken.close()
    }
  })

  it.each([
    [{ MILLWRIGHT_APPS_URL: 'https://apps.test/path' }, 'must be an origin'],
    [{ MILLWRIGHT_APPS_URL: 'ftp://apps.test' }, 'begins with'],
    [{ MILLWRIGHT_APPS_URL: 'https://a.test/', MILLWRIGHT_PUBLIC_URL: 'https://A.test' }, 'another origin'],
    [{ MILLWRIGHT_APPS_PORT: '8080' }, 'another port'],
    [{ MILLWRIGHT_APPS_PORT: '70000' }, 'between 0 and 65535'],
  ])('is rejected with %j', (env, reason) => {
    expect(() => readConfig(env)).toThrow(reason)
  })
})
