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
  })
  expect((await plan({ system: { app: ['Post'], role: ['poster'] } })).body).toMatchObject({
    needs: [{ type: 'service', name: 'post', by: [{ type: 'role', name: 'poster' }] }],
  })
  expect((await plan({ system: { app: ['Post'], role: ['poster'], service: ['post'] } })).body).toEqual({
    needs: [],
    secrets: [{ type: 'service', name: 'post', fields: ['config.password'] }],
    more: false,
  })
})
