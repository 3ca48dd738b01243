import { beforeAll, describe, expect, it } from 'vitest'
import { deferred, fixture } from '../../../testing/fixture.ts'
import { exportedPackage, importedPackage } from '../../../testing/package-calls.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { zipOf } from '../../../testing/zip.ts'

const instance = sharedInstance()
const as = instance.root

type Rows = { resource: [{ id: number; config: Record<string, unknown> }] }

async function made(resource: string, record: object): Promise<number> {
  const { status, body } = await instance.send<Rows>('POST', `system/${resource}`, { as, body: { resource: [record] } })
  expect(status).toBe(201)
  return body.resource[0].id
}

const found = async (resource: string, name: string) => {
  const { body } = await instance.send<Rows>('GET', `system/${resource}?filter=name="${name}"`, { as })
  return body.resource[0]
}

let role: number
let app: number
let template: number
beforeAll(async () => {
  role = await made('role', { name: 'clerk', is_active: true })
  app = await made('app', { name: 'till', type: 0, is_active: true })
  template = await made('email_template', { name: 'welcome', subject: 'x', body_text: 'y' })
})
const mailConfig = { host: 'mail.example.test', port: 25, username: 'a', password: 'b' }
let mailer: number
beforeAll(async () => {
  mailer = await made('service', { name: 'mailer', type: 'smtp_email', is_active: true, config: mailConfig })
})
const settings = deferred(() => ({
  open_reg_role_id: role,
  open_reg_email_service_id: mailer,
  open_reg_email_template_id: template,
  app_role_map: [{ app_id: app, role_id: role }],
}))
const user = fixture(() => found('service', 'user'))
beforeAll(() => instance.send('PATCH', `system/service/${user.id}`, { as, body: { config: settings } }))

const chosen = {
  system: { service: ['user', 'mailer'], role: ['clerk'], app: ['till'], email_template: ['welcome'] },
}
const remove = async () => {
  for (const [resource, name] of [
    ['role', 'clerk'],
    ['app', 'till'],
    ['email_template', 'welcome'],
    ['service', 'mailer'],
  ] as const) {
    const { id } = await found(resource, name)
    expect((await instance.send('DELETE', `system/${resource}/${id}?force=true`, { as })).status).toBe(200)
  }
}

describe('settings of services that refer to other records', () => {
  it.each<[string, string | undefined]>([
    ['without a password', undefined],
    ['with their secrets', 'secret one'],
  ])('find them on another instance, %s', async (_, password) => {
    const archive = await exportedPackage(instance, chosen, password)
    await remove()
    const fields: Record<string, string> = { overwrite: 'true', ...(password === undefined ? {} : { password }) }
    const { status, body } = await importedPackage(instance, archive, fields)
    expect([status, body.log.warning]).toEqual([201, []])
    const newRole = (await found('role', 'clerk')).id
    const newApp = (await found('app', 'till')).id
    expect(newRole).not.toBe(role)
    expect((await found('service', 'user')).config).toMatchObject({
      open_reg_role_id: newRole,
      open_reg_email_service_id: (await found('service', 'mailer')).id,
      open_reg_email_template_id: (await found('email_template', 'welcome')).id,
      app_role_map: [{ app_id: newApp, role_id: newRole }],
    })
  })

  it('become empty, with a warning, if there is no such record', async () => {
    const archive = await exportedPackage(instance, { system: { service: ['user'] } })
    await remove()
    const { body } = await importedPackage(instance, archive, { overwrite: 'true' })
    expect(body.log.warning).toEqual(
      expect.arrayContaining([
        "service user: there is no role 'clerk' for open_reg_role_id; what refers to it is left out.",
        "service user: there is no app 'till' for app_role_map.app_id; what refers to it is left out.",
      ]),
    )
    const after = (await found('service', 'user')).config
    expect(after).toMatchObject({ open_reg_role_id: null, open_reg_email_template_id: null, app_role_map: [] })
  })

  it('are resolved by the content of a package from another instance, not by its ids', async () => {
    const foreign = await zipOf({
      'package.json': { version: '0.1', service: { system: { service: ['user'], role: ['guest'] } } },
      'system/role.json': [{ id: 901, name: 'guest', is_active: true }],
      'system/service.json': [
        {
          id: 902,
          name: 'user',
          type: 'user',
          config: { service_id: 902, open_reg_role_id: 901, app_role_map: [{ id: 1, app_id: user.id, role_id: 901 }] },
        },
      ],
    })
    const { body } = await importedPackage(instance, foreign, { overwrite: 'true' })
    expect(body.log.warning).toEqual([
      `service user: app_role_map.app_id names app ${user.id}, which the package does not contain.`,
    ])
    const guest = await found('role', 'guest')
    expect((await found('service', 'user')).config).toMatchObject({ open_reg_role_id: guest.id, app_role_map: [] })
  })
})
