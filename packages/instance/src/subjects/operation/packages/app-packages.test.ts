import { sessionTokenHeader } from '@millwright/contract/headers'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture } from '../../../testing/fixture.ts'
import { importedPackage } from '../../../testing/package-calls.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { zipOf } from '../../../testing/zip.ts'
import { createLocalStorage } from '../../data/files/local/local-storage.ts'
import { localRoot } from '../../data/files/public-files.ts'
import { readZip } from './app-packages/read-zip.ts'

const instance = sharedInstance()
const { send, server, root, make, parts } = instance
let files: number
beforeAll(async () => {
  files = await make.serviceId('files')
})
const storage = fixture(async () => createLocalStorage(localRoot(parts.config.dataFolder, 'files') ?? ''))
const page = '<!doctype html><p>notes</p>'

interface App {
  readonly id: number
  readonly name: string
  readonly launch_url: string
}

const imported = (archive: Uint8Array<ArrayBuffer>, query = '') =>
  importedPackage(instance, archive, {}, query, 'app.dfpkg')
const bringing = async (parts: Record<string, object>) =>
  imported(await zipOf({ 'app.json': { name: 'Bringing' }, ...parts }))
const things = {
  name: 'things',
  field: [
    { name: 'id', type: 'id' },
    { name: 'name', type: 'string', length: 20 },
  ],
}
const records = (record: object[]) => ({ name: 'things', record })
const found = async (resource: string, name: string) =>
  (await send('GET', `system/${resource}?count_only=true&filter=name=${name}`, { as: root })).body

describe('an app package among packages', () => {
  it('is rejected if the app exists, and does not appear in the plan', async () => {
    const archive = await zipOf({ 'app.json': { name: 'twice' } })
    expect((await imported(archive, '?plan=true')).status).toBe(400)
    const log = { notice: ['Created system/app with name twice'], warning: [], error: [] }
    expect(await imported(archive)).toMatchObject({ status: 201, body: { success: true, log } })
    expect((await imported(archive)).status).toBe(400)
    expect(await found('app', 'twice')).toBe(1)
  })
})

describe('a package that contains services and tables', () => {
  const service = { name: 'stock', type: 'sqlite', config: { database: 'stock.sqlite' } }
  const parts = (record: object[]) => ({
    'services.json': { service: [service, { name: 'files', type: 'local_file' }] },
    'schema.json': { service: [{ name: 'stock', table: [things] }] },
    'data.json': { service: [{ name: 'stock', table: [records(record)] }] },
  })

  it('leaves none of them behind when a record is rejected', async () => {
    const refused = await bringing(parts([{ id: 1, name: 'bolt' }, { id: 2 }]))
    expect(refused.status).toBe(400)
    expect([await found('service', 'stock'), await found('app', 'Bringing')]).toEqual([0, 0])
  })

  it('creates what does not exist, and leaves what exists unchanged', async () => {
    expect(await bringing(parts([{ id: 1, name: 'bolt' }]))).toMatchObject({ status: 201, body: { success: true } })
    const rows = { status: 200, body: { resource: [{ id: 1, name: 'bolt' }] } }
    expect(await send('GET', 'stock/_table/things', { as: root })).toMatchObject(rows)
    await send('DELETE', 'system/app?force=true', { as: root })
    expect((await bringing(parts([{ id: 2, name: 'nut' }]))).status).toBe(201)
    expect(await send('GET', 'stock/_table/things', { as: root })).toMatchObject(rows)
    expect(await found('service', 'files')).toBe(1)
  })
})

describe('a package exported from an app', () => {
  const made = async (app: object) => {
    const { body } = await send<{ resource: [App] }>('POST', 'system/app', { as: root, body: app })
    return body.resource[0].id
  }
  const fetched = (id: number, more = '') => send<string>('GET', `system/app/${id}?pkg=true${more}`, { as: root })

  it('is rejected with unknown parts, for an unknown app, and for callers who may not read it', async () => {
    const id = await made({ name: 'plain' })
    for (const [more, status] of [
      ['&service=nothing', 404],
      ['&schema=items', 400],
      ['&schema={"db":5}', 400],
      ['&schema={"":["items"]}', 400],
      ['&schema={"db":[5]}', 400],
      ['&schema={"db":["nothing"]}', 404],
    ] as const) {
      expect((await fetched(id, more)).status, more).toBe(status)
    }
    expect((await fetched(9999)).status).toBe(404)
    expect((await send('GET', `system/app/${id}?pkg=true`, { as: await make.user() })).status).toBe(400)
  })

  it('is rejected for files that an import would take for its metadata', async () => {
    await storage.write('odd/app.json', new TextEncoder().encode('{}'))
    const id = await made({ name: 'odd', type: 1, storage_service_id: files, storage_container: 'odd' })
    expect((await fetched(id, '&include_files=true')).status).toBe(409)
    expect((await fetched(id)).status).toBe(200)
  })

  it('contains services, tables and records, and no secrets', async () => {
    const id = await made({ name: 'whole' })
    const config = { host: 'mail.example.test', password: 'hidden' }
    await send('POST', 'system/service', { as: root, body: { name: 'post', type: 'smtp_email', config } })
    const asked = '&service=stock,post&schema={"stock":"things"}&include_data=true'
    const headers = { [sessionTokenHeader]: root.token }
    const answer = await server.inject({ url: `/api/v2/system/app/${id}?pkg=true${encodeURI(asked)}`, headers })
    const archive = new Uint8Array(answer.rawPayload)
    const [, services] = await readZip(archive, { files: 4, bytes: 100_000 })
    expect(Buffer.from(services?.bytes ?? []).toString()).not.toMatch(/hidden|\*\*\*/)
    await send('DELETE', 'stock/_schema/things', { as: root })
    for (const gone of ['stock', 'post']) {
      const { body } = await send<{ resource: [App] }>('GET', `system/service?filter=name=${gone}`, { as: root })
      await send('DELETE', `system/service/${body.resource[0].id}`, { as: root })
    }
    await send('DELETE', `system/app/${id}`, { as: root })
    expect((await imported(archive)).status).toBe(201)
    const rows = { status: 200, body: { resource: [{ id: 1, name: 'bolt' }] } }
    expect(await send('GET', 'stock/_table/things', { as: root })).toMatchObject(rows)
    expect([await found('service', 'post'), await found('app', 'whole')]).toEqual([1, 1])
  })

  it('creates the same app elsewhere, without its key', async () => {
    const app = { name: 'Notes', description: 'Keeps notes', type: 1, path: 'start.html', toggle_location: 'left' }
    const here = { storage_service_id: files, storage_container: 'notes' }
    const id = await made({ ...app, ...here, is_active: true })
    await storage.write('notes/start.html', new TextEncoder().encode(page))
    await storage.write('notes/js/a.js', new TextEncoder().encode('run()'))
    const headers = { [sessionTokenHeader]: root.token }
    const answer = await server.inject({ url: `/api/v2/system/app/${id}?pkg=true&include_files=true`, headers })
    expect(answer.headers['content-disposition']).toBe('attachment; filename="Notes.dfpkg"')
    const archive = new Uint8Array(answer.rawPayload)
    const [description] = await readZip(archive, { files: 3, bytes: 10_000 })
    expect(JSON.parse(Buffer.from(description?.bytes ?? []).toString())).not.toHaveProperty('api_key')
    await send('DELETE', `system/app/${id}?delete_storage=true`, { as: root })
    expect((await imported(archive)).status).toBe(201)
    const { body } = await send<{ resource: [App] }>('GET', 'system/app?filter=name=Notes', { as: root })
    expect(body.resource[0]).toMatchObject({ ...app, ...here, is_active: true })
    expect((await send('GET', '/files/notes/start.html')).body).toBe(page)
    expect((await send('GET', '/files/notes/js/a.js')).body).toBe('run()')
  })
})
