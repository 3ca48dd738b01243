import { describe, expect, it } from 'vitest'
import { sharedInstance } from '../../../testing/test-instance.ts'

interface Entry {
  readonly name: string
  readonly required: boolean
  readonly allow_null: boolean
  readonly values?: { readonly name: unknown; readonly label: string }[]
  readonly items?: Entry[]
}
interface Type {
  readonly name: string
  readonly group: string
  readonly available: boolean
  readonly config_schema: Entry[] | null
}

describe('types of services', () => {
  const { send, root, make } = sharedInstance()
  const get = <Body>(path: string) => send<Body>('GET', `system/service_type${path}`, { as: root })
  const entry = (type: Type, name: string) => type.config_schema?.find((each) => each.name === name)

  it('are limited to roles with access to them', async () => {
    const { id: role_id } = await make.role()
    const app = await make.app({ role_id })
    expect((await send('GET', 'system/service_type')).status).toBe(400)
    expect((await send('GET', 'system/service_type', { key: app.api_key })).status).toBe(401)
  })

  it('cannot be changed, and are found by their exact name', async () => {
    for (const verb of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect((await send(verb, 'system/service_type', { as: root, body: {} })).status, verb).toBe(400)
    }
    for (const path of ['/nope', '/SQLite', '/sqlite/x', '/constructor']) {
      const { status, body } = await get<{ error: { message: string } }>(path)
      expect({ status, message: body.error.message }).toEqual({
        status: 404,
        message: `Service type '${path.slice(1)}' not found.`,
      })
    }
    expect((await get('?fields=name,secret')).status).toBe(400)
  })

  it('tell which settings must have a value, which may be NULL, and which have a default instead', async () => {
    const { body } = await get<Type>('/smtp_email')
    const rule = (name: string) => {
      const { required, allow_null } = entry(body, name) ?? {}
      return { required, allow_null }
    }
    expect(rule('host')).toEqual({ required: true, allow_null: false })
    expect(rule('username')).toEqual({ required: false, allow_null: true })
    expect(rule('port')).toEqual({ required: false, allow_null: false })
  })

  it('are listed by name, with their properties and whether they can run here', async () => {
    const { body } = await get<{ resource: Type[] }>('')
    const names = body.resource.map(({ name }) => name)
    expect(names).toEqual(names.toSorted())
    expect(body.resource.find(({ name }) => name === 'sqlite')).toMatchObject({
      label: 'SQLite',
      group: 'Database',
      singleton: false,
      dependencies_required: null,
      subscription_required: null,
      service_definition_editable: false,
      available: true,
    })
    expect(body.resource.find(({ name }) => name === 'oracle')).toMatchObject({
      subscription_required: 'SILVER',
      available: false,
      config_schema: null,
    })
  })

  it('can be filtered by group and fields', async () => {
    const files = await get<{ resource: Type[] }>('?group=file,Api+Doc&fields=name,group')
    expect(new Set(files.body.resource.map(({ group }) => group))).toEqual(new Set(['File', 'API Doc']))
    expect(files.body.resource).toContainEqual({ name: 'local_file', group: 'File' })
    expect((await get<{ resource: [] }>('?group=none')).body.resource).toEqual([])
    expect((await get<{ resource: string[] }>('?group=user&as_list=true')).body.resource).toEqual(['user'])
    expect((await get('/sqlite?fields=name')).body).toEqual({ name: 'sqlite' })
  })

  it('offer the current rows as options', async () => {
    const role = await make.role({ name: 'Clerk' })
    const asleep = await make.role({ name: 'Asleep', is_active: false })
    const app = await make.app({ name: 'till' })
    const { body } = await get<Type>('/user')
    const roles = entry(body, 'open_reg_role_id')?.values
    expect(roles?.[0]).toEqual({ name: null, label: 'None' })
    expect(roles).toContainEqual({ name: role.id, label: 'Clerk' })
    expect(roles?.map(({ name }) => name)).not.toContain(asleep.id)
    const [apps] = entry(body, 'app_role_map')?.items ?? []
    expect(apps?.values).toContainEqual({ name: app.id, label: 'till' })
    const mail = entry((await get<Type>('/system')).body, 'invite_email_service_id')?.values
    expect(mail).toContainEqual({ name: await make.serviceId('email'), label: 'email' })
  })
})
