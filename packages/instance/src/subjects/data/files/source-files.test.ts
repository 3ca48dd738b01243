import { beforeAll, expect, it } from 'vitest'
import { restrictedAdmin } from '../../../testing/restricted-admin.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { zipOf } from '../../../testing/zip.ts'

const instance = sharedInstance()
const { send, root, make } = instance
let files: number
beforeAll(async () => {
  files = await make.serviceId('files')
})
const name = 'db.get.post_process'

async function written(): Promise<void> {
  await send('POST', 'files/scripts/', { as: root })
  expect(
    (await send('POST', 'files/scripts/say.js', { as: root, body: 'event.response.content = "own"' })).status,
  ).toBe(201)
  const body = {
    type: 'nodejs',
    is_active: true,
    allow_event_modification: true,
    storage_service_id: files,
    storage_path: '/scripts/say.js',
  }
  await send('POST', `system/event_script/${name}`, { as: root, body })
}

it('lets only full administrators change a file that a script is read from, by any method', async () => {
  await written()
  const by = await restrictedAdmin(instance, ['files', 'apps'])
  const evil = 'event.response.content = "taken over"'
  const tries: readonly [string, string, object][] = [
    ['PUT', 'files/scripts/say.js', { body: evil }],
    ['POST', 'files/scripts/SAY.js?check_exist=false', { body: evil }],
    ['DELETE', 'files/scripts/say.js', {}],
    ['DELETE', 'files/scripts/?force=true', {}],
    ['DELETE', 'files/?force=true', {}],
    [
      'POST',
      'files/scripts/?extract=true&clean=true',
      { body: await zipOf({ 'say.js': evil }), headers: { 'x-file-name': 'a.zip' } },
    ],
    [
      'POST',
      'files/',
      { body: { resource: [{ name: 'say.js', path: 'scripts/say.js', type: 'file', content: evil }] } },
    ],
  ]
  for (const [verb, path, options] of tries) await send(verb, path, { ...by, ...options })
  const app = await zipOf({
    'description.json': { name: 'app', type: 1, storage_container: 'scripts', path: 'say.js' },
    'say.js': evil,
  })
  const form = new FormData()
  form.append('file', new Blob([app]), 'a.dfpkg')
  form.append('storage_container', 'scripts')
  form.append('storage_service_id', String(files))
  const encoded = new Response(form)
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
  expect(
    (await send('POST', 'system/app', { ...by, headers, body: new Uint8Array(await encoded.arrayBuffer()) })).status,
  ).toBe(403)
  await send('DELETE', `system/cache/_event/${name}`, { as: root })
  expect((await send('GET', 'files/scripts/say.js', { as: root })).body).toContain('own')
  expect((await send('GET', 'db', { as: root })).body).toBe('own')
  expect(await send('PUT', 'files/scripts/say.js', { ...by, body: evil })).toMatchObject({
    status: 403,
    body: { error: { message: expect.stringContaining(`The script '${name}' is read from`) } },
  })
  expect((await send('PUT', 'files/scripts/other.js', { ...by, body: 'x' })).status).toBe(201)
})

it('runs a script with the rights of the author of the service that it is read from', async () => {
  await written()
  const by = await restrictedAdmin(instance, ['services'])
  await send('PATCH', `system/service/${files}`, { ...by, body: { config: { container: 'elsewhere' } } })
  await send('POST', 'files/scripts/', { as: root })
  await send('POST', 'files/scripts/say.js', { as: root, body: 'event.response.content = "of the other"' })
  expect((await send('GET', 'db', { as: root })).body).not.toBe('of the other')
})
