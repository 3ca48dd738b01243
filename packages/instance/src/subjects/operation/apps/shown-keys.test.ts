import { secretMask } from '@millwright/contract/records/lookup'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestInstance, type TestInstance } from '../../../testing/open-test-instance.ts'
import { restrictedAdmin } from '../../../testing/restricted-admin.ts'
import type { SendOptions } from '../../../testing/send.ts'
import { createAppPassword, setPolicy } from '../../../testing/two-step.ts'

interface AppAnswer {
  readonly id: number
  readonly api_key: string
}

describe('API keys', () => {
  let instance: TestInstance
  /** Apps whose roles allow everything, and what the tab `apps` allows, and one without a role. */
  let wide: AppAnswer
  let narrow: AppAnswer
  let plain: AppAnswer
  const tabs = new Map<string, Pick<SendOptions, 'as' | 'key'>>()
  let appPassword: { readonly token: string }

  beforeAll(async () => {
    instance = await openTestInstance()
    const { make, root, signIn } = instance
    for (const tab of ['apps', 'users', 'packages'] as const) tabs.set(tab, await restrictedAdmin(instance, [tab]))
    const everything = await make.role({
      access: [{ service_id: null, component: '*', verbs: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] }],
    })
    const system = await make.serviceId('system')
    const reading = await make.role({ access: [{ service_id: system, component: 'role/*', verbs: ['GET'] }] })
    wide = await make.app({ name: 'wide', role_id: everything.id, api_key: 'a'.repeat(64) })
    narrow = await make.app({ name: 'narrow', role_id: reading.id, api_key: 'b'.repeat(64) })
    plain = await make.app({ name: 'plain', api_key: 'c'.repeat(64) })
    await setPolicy(instance, 'allowed')
    appPassword = await signIn({ email: root.email, password: await createAppPassword(instance, root) })
  })
  afterAll(() => instance.close())

  const keyOf = async (id: number, by: Pick<SendOptions, 'as' | 'key'>) =>
    (await instance.send<AppAnswer>('GET', `system/app/${id}?fields=api_key`, by)).body.api_key

  const callers = () => [...tabs, ['an app password', { as: appPassword }] as const]

  describe('of an app whose role has rights that the caller lacks', () => {
    it('are masked in every form of response', async () => {
      for (const [caller, by] of callers()) {
        const paths = [
          `system/app/${wide.id}`,
          'system/app',
          `system/app?ids=${wide.id}&fields=api_key`,
          'system/app?as_list=true&id_field=api_key',
          'system/app?file=app.csv',
          'system/app?file=app.xml',
          'system/role?related=app_by_role_id,app_by_user_to_app_to_role',
          `system/app/${wide.id}?pkg=true`,
        ]
        for (const path of paths) {
          const { status, body } = await instance.send('GET', path, by)
          expect(status, `${caller}: ${path}`).toBe(200)
          expect(JSON.stringify(body).includes(wide.api_key), `${caller}: ${path}`).toBe(false)
        }
        expect(await keyOf(wide.id, by), caller).toBe(secretMask)
      }
    })

    it('are masked in responses to writes and conflicts', async () => {
      const by = tabs.get('apps')
      const path = `system/app/${wide.id}?fields=*`
      const changed = await instance.send('PATCH', path, { ...by, body: { description: 'Wide' } })
      expect(changed).toMatchObject({ status: 200, body: { description: 'Wide', api_key: secretMask } })
      const headers = { 'if-match': '"none"' }
      const refused = await instance.send('PATCH', path, { ...by, headers, body: { description: 'Wider' } })
      expect(refused).toMatchObject({ status: 412, body: { error: { context: { api_key: secretMask } } } })
    })

    it('cannot be guessed by filters, orders or groups', async () => {
      for (const [caller, by] of callers()) {
        for (const query of [
          'filter=api_key like "a%25"',
          `filter=(id > 0) and (api_key = "${wide.api_key}")`,
          'filter=api_key like :key&params[:key]=a%25',
          'order=api_key',
          'group=api_key',
          'filter=api_key is not null&count_only=true',
        ]) {
          const { status, body } = await instance.send('GET', `system/app?${query}`, by)
          expect(status, `${caller}: ${query} ${JSON.stringify(body)}`).toBe(400)
        }
      }
    })

    it('are kept when the mask is sent back, and replaced when a new app is created with it', async () => {
      const by = tabs.get('apps')
      const body = { api_key: secretMask, description: 'Saved' }
      expect((await instance.send('PATCH', `system/app/${wide.id}`, { ...by, body })).status).toBe(200)
      expect(await keyOf(wide.id, { as: instance.root })).toBe(wide.api_key)
      const made = await instance.send<{ resource: [AppAnswer] }>('POST', 'system/app?fields=*', {
        ...by,
        body: { resource: [{ name: 'copy', api_key: secretMask }] },
      })
      expect(made.body.resource[0].api_key).toMatch(/^[0-9a-f]{64}$/)
    })
  })

  it('are shown to callers with all rights of the role, and for apps without one', async () => {
    for (const [caller, by] of tabs) expect(await keyOf(narrow.id, by), caller).toBe(narrow.api_key)
    for (const [caller, by] of callers()) expect(await keyOf(plain.id, by), caller).toBe(plain.api_key)
    expect(await keyOf(narrow.id, { as: appPassword })).toBe(narrow.api_key)
  })

  it('are shown and compared for full administrators', async () => {
    const by = { as: await instance.make.admin() }
    expect(await keyOf(wide.id, by)).toBe(wide.api_key)
    const found = await instance.send('GET', `system/app?filter=api_key="${wide.api_key}"&order=api_key&fields=id`, by)
    expect(found.body).toEqual({ resource: [{ id: wide.id }] })
  })
})
