import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fixture } from '../../../testing/fixture.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { zipOf } from '../../../testing/zip.ts'
import { createLocalStorage } from '../../data/files/local/local-storage.ts'
import { localRoot } from '../../data/files/public-files.ts'

const metadata = '169.254.169.254'
const page = '<!doctype html><p>to do</p>'
const description = { name: 'To do list', type: 1, description: 'Lists', active: true }
let good: Uint8Array<ArrayBuffer>
beforeAll(async () => {
  good = await zipOf({ 'description.json': description, 'index.html': page, 'js/app.js': 'run()', 'data.json': {} })
})

const web = createServer((request, response) => {
  if (request.url === '/todo.dfpkg') response.end(good)
  else response.writeHead(302, { location: `http://${metadata}/x.dfpkg` }).end()
})
beforeAll(() => new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve)))
afterAll(() => void web.close())
let port: number
beforeAll(() => {
  ;({ port } = web.address() as AddressInfo)
})

const { send, root, make, parts } = sharedInstance(() => ({
  config: { allowPrivateHosts: [`127.0.0.1:${port}`] },
}))
let files: number
let db: number
beforeAll(async () => {
  files = await make.serviceId('files')
  db = await make.serviceId('db')
})
const storage = fixture(async () => createLocalStorage(localRoot(parts.config.dataFolder, 'files') ?? ''))

interface App {
  readonly id: number
  readonly name: string
  readonly launch_url: string
}

async function upload(archive: Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}, name = 'todo.dfpkg') {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('file', new Blob([archive]), name)
  const { headers, body } = await encoded(form)
  return send<App>('POST', 'system/app', { as: root, headers, body })
}

const things = {
  name: 'things',
  field: [
    { name: 'id', type: 'id' },
    { name: 'name', type: 'string', length: 20 },
  ],
}
const records = (record: object[]) => ({ name: 'things', record })
const bringing = async (parts: Record<string, object>) =>
  upload(await zipOf({ 'app.json': { name: 'Bringing' }, ...parts }))

async function encoded(form: FormData) {
  const response = new Response(form)
  const type = response.headers.get('content-type') ?? ''
  return { headers: { 'content-type': type }, body: new Uint8Array(await response.arrayBuffer()) }
}

const fromAddress = (import_url: string, more = {}) =>
  send<App>('POST', 'system/app', { as: root, body: { import_url, ...more } })

const countApps = async () => (await send('GET', 'system/app?count_only=true', { as: root })).body
const path = ({ launch_url }: App) => new URL(launch_url).pathname

describe('an app package', () => {
  it.each<[string, number, () => Promise<{ status: number }>]>([
    ['with another file extension', 400, () => upload(good, {}, 'todo.zip')],
    ['if it is not an archive', 400, () => upload(new Uint8Array([1, 2, 3]))],
    ['without a description', 400, async () => upload(await zipOf({ 'index.html': page }))],
    ['if its description is not JSON', 400, async () => upload(await zipOf({ 'description.json': 'no' }))],
    ['if its description names no app', 400, async () => upload(await zipOf({ 'app.json': { type: 0 } }))],
    ['for an unknown app type', 400, async () => upload(await zipOf({ 'app.json': { name: 'x', type: 9 } }))],
    ['without the required URL', 400, async () => upload(await zipOf({ 'app.json': { name: 'x', type: 2 } }))],
    [
      'with a path that leads out of its folder',
      400,
      async () => upload(await zipOf({ 'app.json': description, '../a': 'b' })),
    ],
    ...(['services.json', 'schema.json', 'data.json'] as const).map(
      (part) =>
        [
          `with a ${part} of another form`,
          400,
          async () => upload(await zipOf({ 'app.json': description, [part]: { service: [{ table: 'x' }] } })),
        ] as [string, number, () => Promise<{ status: number }>],
    ),
    [
      'with tables of an unknown service',
      404,
      () => bringing({ 'schema.json': { service: [{ name: 'none', table: [things] }] } }),
    ],
    [
      'with records of an unknown table',
      400,
      () => bringing({ 'data.json': { service: [{ name: 'db', table: [records([])] }] } }),
    ],
    ['with a service of another type', 400, () => bringing({ 'services.json': [{ name: 'files', type: 'sqlite' }] })],
    ['for a service without files', 400, () => upload(good, { storage_service_id: String(db) })],
    ['for a missing service', 400, () => upload(good, { storage_service_id: '9999' })],
    ['for a container path that leads out of its service', 400, () => upload(good, { storage_container: '../out' })],
    ['at a URL with another file name', 400, () => fromAddress(`http://127.0.0.1:${port}/todo.zip`)],
    ['at a private URL', 400, () => fromAddress(`http://${metadata}/todo.dfpkg`)],
    ['at a URL that redirects to a private address', 400, () => fromAddress(`http://127.0.0.1:${port}/inside.dfpkg`)],
    ['at an invalid URL', 400, () => fromAddress('todo.dfpkg')],
  ])('is rejected %s, leaving nothing behind', async (_, status, attempt) => {
    const before = await countApps()
    expect((await attempt()).status).toBe(status)
    expect(await countApps()).toBe(before)
  })

  it('is rejected if imported twice at once, and for callers who may not create apps', async () => {
    const form = new FormData()
    for (const name of ['a.dfpkg', 'b.dfpkg']) form.append('file', new Blob([good]), name)
    const two = await encoded(form)
    expect((await send('POST', 'system/app', { as: root, ...two })).status).toBe(400)
    const user = await make.user()
    expect((await send('POST', 'system/app', { as: user, ...two })).status).toBe(400)
  })

  it('becomes an app whose files are served at its launch URL', async () => {
    const { status, body } = await upload(good)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'To do list',
      description: 'Lists',
      is_active: true,
      type: 1,
      storage_service_id: files,
      storage_container: 'ToDoList',
      path: 'index.html',
    })
    expect(await send('GET', path(body))).toMatchObject({ status: 200, body: page })
    expect(await send('GET', '/files/ToDoList/js/app.js')).toMatchObject({ status: 200, body: 'run()' })
    expect((await send('GET', '/files/ToDoList/description.json')).status).toBe(404)
    const again = await upload(good)
    expect(again).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('name is already') } },
    })
  })

  it('is downloaded from a URL into the requested container', async () => {
    const archive = `http://127.0.0.1:${port}/todo.dfpkg`
    const taken = await fromAddress(archive)
    expect(taken.status).toBe(400)
    const list = await send<{ resource: [App] }>('GET', 'system/app?filter=name="To do list"', { as: root })
    await send('DELETE', `system/app/${list.body.resource[0].id}`, { as: root })
    const { status, body } = await fromAddress(archive, { storage_service_id: 0, storage_container: 'my/apps' })
    expect([status, path(body)]).toEqual([200, '/files/my/apps/index.html'])
    expect((await send('GET', path(body))).body).toBe(page)
  })

  it('may contain an app that is hosted elsewhere', async () => {
    const url = 'https://example.test/app'
    const { status, body } = await upload(await zipOf({ 'app.json': { api_name: 'far', name: 'x', type: 2, url } }))
    expect([status, body.name, body.launch_url]).toEqual([200, 'far', url])
  })
})

describe('the storage of a deleted app', () => {
  const bytes = new TextEncoder().encode('x')
  async function createApp(name: string, container: string): Promise<number> {
    const body = { name, type: 1, storage_service_id: files, storage_container: container, path: 'x' }
    const made = await send<{ resource: [App] }>('POST', 'system/app', { as: root, body })
    await storage.write(`${container}/x`, bytes)
    return made.body.resource[0].id
  }
  const has = async (file: string) => {
    const found = await storage.open(file)
    await found?.close()
    return found !== null
  }

  it('stays, like the app, if another app uses it', async () => {
    const one = await createApp('one', 'shared')
    const two = await createApp('two', 'shared/inner')
    const answer = await send('DELETE', `system/app/${one}?delete_storage=true`, { as: root })
    expect(answer).toMatchObject({ status: 409, body: { error: { message: expect.stringContaining('two') } } })
    expect((await send('GET', `system/app/${one}`, { as: root })).status).toBe(200)
    const both = await send('DELETE', `system/app?ids=${one},${two}&delete_storage=true`, { as: root })
    expect(both.status).toBe(200)
    expect(await has('shared/x')).toBe(false)
  })

  it('stays by default', async () => {
    const id = await createApp('kept', 'kept')
    await send('DELETE', `system/app/${id}`, { as: root })
    expect(await has('kept/x')).toBe(true)
  })

  it('is deleted with the app, whose previous state is returned', async () => {
    const id = await createApp('gone', 'gone')
    const answer = await send('DELETE', `system/app/${id}?delete_storage=true`, { as: root })
    expect(answer.body).toMatchObject({ id, storage_service_id: files, storage_container: 'gone' })
    expect(await has('gone/x')).toBe(false)
  })

  it('stays with the app if the service cannot delete files', async () => {
    const body = { name: 'elsewhere', type: 1, storage_service_id: db, storage_container: 'x', path: 'x' }
    const made = await send<{ resource: [App] }>('POST', 'system/app', { as: root, body })
    const { id } = made.body.resource[0]
    expect((await send('DELETE', `system/app/${id}?delete_storage=true`, { as: root })).status).toBe(400)
    expect((await send('GET', `system/app/${id}`, { as: root })).status).toBe(200)
  })

  it('is not deleted for all apps at once', async () => {
    expect((await send('DELETE', 'system/app?force=true&delete_storage=true', { as: root })).status).toBe(400)
  })
})
