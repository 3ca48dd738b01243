import { describe, expect, it } from 'vitest'
import { testClock } from '../../../testing/test-clock.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { engines } from '../../../testing/test-store.ts'

interface Mails {
  readonly resource: readonly { readonly id: string; readonly to: string; readonly body_text: string }[]
}

const day = 24 * 60 * 60

describe.each(engines)('an invitation code on %s', (engine) => {
  const clock = testClock()
  const { send, root, make, signIn, parts } = sharedInstance({
    engine,
    clock,
    config: { tokenTtl: 10 * day },
  })
  let people = 0

  const codeTo = async (email: string) => {
    const { body } = await send<Mails>('GET', 'system/outbox', { as: root })
    const mail = body.resource.find(({ to }) => to.includes(email))
    return new URL(/http:\S+/.exec(mail?.body_text ?? '')?.[0] ?? 'http://no-mail.test').searchParams.get('code') ?? ''
  }
  const invited = async (kind: 'admin' | 'user' = 'user') => {
    people += 1
    const email = `invited${people}-${engine}@example.test`
    const body = { resource: [{ email, name: 'Ina' }] }
    const answer = await send<{ resource: { id: number }[] }>('POST', `system/${kind}?send_invite=true`, {
      as: root,
      body,
    })
    return { id: answer.body.resource[0]?.id ?? 0, email, code: await codeTo(email) }
  }
  const confirm = (email: string, code: string, service = 'user') =>
    send('POST', `${service}/password?login=true`, { body: { email, code, new_password: 'a password' } })
  const row = (id: number) =>
    parts.store.db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  it('does not work for another person', async () => {
    const one = await invited()
    const other = await invited()
    const registered = await make.user()
    for (const email of [other.email, registered.email, root.email, 'nobody@example.test']) {
      expect((await confirm(email, one.code)).status).toBe(404)
      expect((await confirm(email, one.code, 'system/admin')).status).toBe(404)
    }
    expect((await confirm(other.email, other.code)).status).toBe(200)
  })

  it('does not work at the endpoint of the other kind of people, which does not use it up', async () => {
    const user = await invited('user')
    const admin = await invited('admin')
    expect((await confirm(user.email, user.code, 'system/admin')).status).toBe(401)
    expect((await confirm(admin.email, admin.code)).status).toBe(401)
    expect((await confirm(admin.email, admin.code, 'system/admin')).status).toBe(200)
    expect((await confirm(user.email, user.code)).status).toBe(200)
  })

  it('confirms once, even with concurrent requests', async () => {
    const { email, code } = await invited()
    const answers = await Promise.all([1, 2, 3].map(() => confirm(email, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    expect((await confirm(email, code)).status).toBe(404)
  })

  it('expires after a day', async () => {
    const late = await invited()
    const early = await invited()
    clock.advance(day - 1)
    expect((await confirm(early.email, early.code)).status).toBe(200)
    clock.advance(2)
    expect((await confirm(late.email, late.code)).status).toBe(404)
  })

  it('does not work for a deactivated or deleted account, nor for a later account with its address', async () => {
    const inactive = await invited()
    const gone = await invited()
    await send('PATCH', `system/user/${inactive.id}`, { as: root, body: { is_active: false } })
    await send('DELETE', `system/user/${gone.id}`, { as: root })
    await send('POST', 'system/user', { as: root, body: { resource: [{ email: gone.email, name: 'Another' }] } })
    for (const { email, code } of [inactive, gone]) expect((await confirm(email, code)).status).toBe(404)
  })

  it.each(['PATCH', 'PUT'])(
    'proves nothing if it was sent to an address that an administrator replaced by %s',
    async (verb) => {
      const { id, email, code } = await invited()
      const next = `corrected-${email}`
      expect((await send(verb, `system/user/${id}`, { as: root, body: { email: next } })).status).toBe(200)
      for (const address of [email, next]) expect((await confirm(address, code)).status).toBe(404)
      expect(await row(id)).toMatchObject({ email: next, password: null, proven_email: null })
      expect((await send('GET', `system/user/${id}`, { as: root })).body).toMatchObject({ confirmed: false })

      expect((await send('PATCH', `system/user/${id}?send_invite=true`, { as: root, body: {} })).status).toBe(200)
      expect((await confirm(next, await codeTo(next))).status).toBe(200)
      expect(await row(id)).toMatchObject({ proven_email: next })
      await signIn({ email: next, password: 'a password' }, 'user')
    },
  )

  it('for a new password proves nothing if it was sent to an address that an administrator replaced', async () => {
    const user = await make.user()
    expect((await send('POST', 'user/password?reset=true', { body: { email: user.email } })).status).toBe(200)
    await expect.poll(() => codeTo(user.email)).toHaveLength(32)
    const code = await codeTo(user.email)
    const next = `corrected-${user.email}`
    await send('PATCH', `system/user/${user.id}`, { as: root, body: { email: next } })
    for (const address of [user.email, next]) expect((await confirm(address, code)).status).toBe(404)
    await signIn({ email: next, password: user.password }, 'user')
  })
})
