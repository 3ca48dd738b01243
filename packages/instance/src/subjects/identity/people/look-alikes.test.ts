import { describe, expect, it } from 'vitest'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { engines } from '../../../testing/test-store.ts'

describe.each(engines)('look-alikes of people on %s', (engine) => {
  const { send, root, make, parts } = sharedInstance({ engine })
  const create = (kind: 'admin' | 'user', person: object) =>
    send('POST', `system/${kind}`, { as: root, body: { resource: [{ name: 'Ann', ...person }] } })

  it.each([
    ['a zero-width space', 'an\u200Bn@example.test'],
    ['a soft hyphen', 'ann@exam\u00ADple.test'],
    ['full-width letters', 'ａｎｎ@example.test'],
    ['another case', 'ANN@Example.test'],
    ['a variation selector', 'ann\uFE0F@example.test'],
  ])('an address with %s is in use if the plain one is', async (_, email) => {
    await create('user', { email: 'ann@example.test' })
    for (const kind of ['admin', 'user'] as const) {
      const { status, body } = await create(kind, { email })
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('in use')])
    }
    const other = await make.user()
    expect((await send('PATCH', `system/user/${other.id}`, { as: root, body: { email } })).status).toBe(400)
  })

  it('usernames are folded too, and kept as typed', async () => {
    expect((await create('user', { email: 'bea@example.test', username: 'Beatrice' })).status).toBe(201)
    expect((await create('user', { email: 'bea2@example.test', username: 'beatrice' })).status).toBe(400)
    expect((await create('user', { email: 'bea3@example.test', username: 'Beatrice\u200D' })).status).toBe(400)
    const { body } = await send<{ resource: object[] }>('GET', 'system/user?filter=username=Beatrice', { as: root })
    expect(body.resource).toMatchObject([{ username: 'Beatrice' }])
  })

  it('registration answers as for any address, and tells the owner of the plain one', async () => {
    const config = { allow_open_registration: true, open_reg_email_service_id: await make.serviceId('email') }
    await send('PATCH', `system/service/${await make.serviceId('user')}`, { as: root, body: { config } })
    const person = await make.user()
    const like = person.email.replace('@', '\u200B@')
    const answers = [
      await send('POST', 'user/register', { body: { email: like } }),
      await send('POST', 'user/register', { body: { email: `not.${person.email}` } }),
    ].map(({ status, body }) => ({ status, body }))
    expect(answers[0]).toEqual(answers[1])
    const mails = await Promise.all((await parts.outbox.ids()).map((id) => parts.outbox.get(id)))
    expect(mails.filter((mail) => mail?.to.includes(`<${person.email}>`))).toMatchObject([
      { subject: '[Millwright] You already have an account' },
    ])
    expect(JSON.stringify(mails)).not.toContain(like)
  })
})
