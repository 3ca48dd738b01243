import { describe, expect, it } from 'vitest'
import { type TestInstance, testInstance } from '../../../testing/test-instance.ts'

interface Mails {
  readonly resource: readonly { readonly to: string; readonly body_text: string }[]
}

async function invite({ send, root }: TestInstance, kind: 'admin' | 'user') {
  const body = { resource: [{ email: 'ina@example.test', name: 'Ina' }] }
  return await send('POST', `system/${kind}?send_invite=true&fields=*`, { as: root, body })
}

async function lastLink({ send, root }: TestInstance): Promise<URLSearchParams> {
  const { body } = await send<Mails>('GET', 'system/outbox?limit=1', { as: root })
  return new URL(/http:\S+/.exec(body.resource[0]?.body_text ?? '')?.[0] ?? '').searchParams
}

describe('an invited person', () => {
  it('is not created if the invitation cannot be mailed', async () => {
    const instance = await testInstance()
    await instance.parts.store.db.deleteFrom('email_template').execute()
    const { status, body } = await invite(instance, 'user')
    expect({ status, body }).toMatchObject({ status: 503, body: { error: { code: 503 } } })
    const { body: left } = await instance.send('GET', 'system/user', { as: instance.root })
    expect(left).toEqual({ resource: [] })
  })

  it.each([
    ['admin', 'system/admin'],
    ['user', 'user'],
  ] as const)('of kind %s confirms once, with the mailed code, and is signed in', async (kind, service) => {
    const instance = await testInstance()
    const { send } = instance
    const { body } = await invite(instance, kind)
    expect(body).toMatchObject({ resource: [{ confirmed: false, expired: false }] })
    const link = await lastLink(instance)
    expect(link.get('admin')).toBe(kind === 'admin' ? '1' : '')

    const confirmation = { email: link.get('email'), code: link.get('code'), new_password: 'a password' }
    const wrong = { ...confirmation, code: '0'.repeat(32) }
    expect((await send('POST', `${service}/password?login=true`, { body: wrong })).status).toBe(404)
    const confirmed = await send('POST', `${service}/password?login=true`, { body: confirmation })
    expect(confirmed).toMatchObject({ status: 200, body: { success: true, session_token: expect.any(String) } })
    expect((await send('POST', `${service}/password?login=true`, { body: confirmation })).status).toBe(404)
    await instance.signIn({ email: 'ina@example.test', password: 'a password' }, kind)
  })

  it('can be invited again until the code is used; only the latest code is valid', async () => {
    const instance = await testInstance()
    const { send, root } = instance
    const { body } = await invite(instance, 'user')
    const [{ id } = { id: 0 }] = (body as { resource: { id: number }[] }).resource
    const first = await lastLink(instance)
    expect((await send('PATCH', `system/user/${id}?send_invite=true`, { as: root })).status).toBe(200)
    const second = await lastLink(instance)
    const confirm = (link: URLSearchParams) =>
      send('POST', 'user/password', {
        body: { email: 'ina@example.test', code: link.get('code'), new_password: 'a password' },
      })
    expect((await confirm(first)).status).toBe(404)
    expect((await confirm(second)).status).toBe(200)
    expect((await send('PATCH', `system/user/${id}?send_invite=true`, { as: root })).status).toBe(400)
  })
})
