import { expect, test } from 'vitest'
import { sharedInstance } from '../../../testing/test-instance.ts'

const instance = sharedInstance()
const { root, make, send } = instance
const plan = (service: object) => send('POST', 'system/package?plan=true', { as: root, body: { service } })

test('an empty selection and unknown names are refused, as by the export', async () => {
  expect((await plan({})).status).toBe(400)
  expect((await plan({ system: { role: ['nobody'] } })).status).toBe(400)
})

test('says what records and tables refer to, by whom, and which secrets would be left out', async () => {
  const config = { host: 'mail.example.test', password: 'secret' }
  const service = { name: 'post', type: 'smtp_email', is_active: true, config }
  const [{ id }] = (await send<{ resource: [{ id: number }] }>('POST', 'system/service', { as: root, body: service }))
    .body.resource
  const role = await make.role({ name: 'poster', access: [{ service_id: id, component: '*', verbs: ['POST'] }] })
  await make.app({ name: 'Post', role_id: role.id })
  await send('POST', 'db/_schema', {
    as: root,
    body: { resource: [{ name: 'letters', field: [{ name: 'id', type: 'id' }] }] },
  })

  expect((await plan({ system: { app: ['Post'] }, db: { _schema: ['letters'] } })).body).toEqual({
    needs: [
      { type: 'service', name: 'db', by: [{ type: 'service', name: 'db' }] },
      { type: 'role', name: 'poster', by: [{ type: 'app', name: 'Post' }] },
    ],
    secrets: [],
    more: false,
    size: { records: 1, tables: 1, rows: 0, files: 0, bytes: expect.any(Number) },
  })
  expect((await plan({ system: { app: ['Post'], role: ['poster'] } })).body).toMatchObject({
    needs: [{ type: 'service', name: 'post', by: [{ type: 'role', name: 'poster' }] }],
  })
  expect((await plan({ system: { app: ['Post'], role: ['poster'], service: ['post'] } })).body).toEqual({
    needs: [],
    secrets: [{ type: 'service', name: 'post', fields: ['config.password'] }],
    more: false,
    size: { records: 3, tables: 0, rows: 0, files: 0, bytes: expect.any(Number) },
  })
})

test('says how many rows and files a package would have, and about how many bytes', async () => {
  const field = [
    { name: 'id', type: 'id' },
    { name: 'text', type: 'string' },
  ]
  await send('POST', 'db/_schema', { as: root, body: { resource: [{ name: 'pages', field }] } })
  const resource = Array.from({ length: 120 }, () => ({ text: 'x'.repeat(100) }))
  expect((await send('POST', 'db/_table/pages', { as: root, body: { resource } })).status).toBe(200)
  await send('POST', 'files/deep/er/', { as: root })
  for (const path of ['deep/one.txt', 'deep/er/other.txt']) {
    await send('POST', `files/${path}`, { as: root, body: 'y'.repeat(5000), headers: { 'content-type': 'text/plain' } })
  }
  const { body } = await plan({ db: { _table: ['pages'] }, files: ['deep/'] })
  expect(body).toMatchObject({ size: { records: 0, tables: 0, rows: 120, files: 2 } })
  const { bytes } = (body as { size: { bytes: number } }).size
  expect(bytes).toBeGreaterThan(22_000)
  expect(bytes).toBeLessThan(26_000)
  expect((await plan({ files: ['deep/one.txt'] })).body).toMatchObject({ size: { files: 1, bytes: 5000 } })
})
