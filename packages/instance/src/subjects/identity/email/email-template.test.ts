import { describe, expect, it } from 'vitest'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { engines } from '../../../testing/test-store.ts'

interface Batch {
  readonly error: { readonly context: { readonly resource: readonly { readonly context: unknown }[] } }
}

describe.each(engines)('mail templates on %s', (engine) => {
  const { send, root, make } = sharedInstance({ engine })
  const create = (record: object) =>
    send<{ resource: Record<string, unknown>[] } & Batch>('POST', 'system/email_template?fields=*', {
      as: root,
      body: { resource: [record] },
    })

  it('require permission', async () => {
    expect((await send('GET', 'system/email_template')).status).toBe(400)
    expect((await send('GET', 'system/email_template', { as: await make.user() })).status).toBe(400)
  })

  it.each([
    [{}, 'name'],
    [{ name: 'n'.repeat(65) }, 'name'],
    [{ name: 'User Invite Default' }, 'name'],
    [{ name: 'x', subject: 's'.repeat(81) }, 'subject'],
    [{ name: 'x', to: 'nobody' }, 'to'],
    [{ name: 'x', cc: ['a@example.test', 7] }, 'cc'],
    [{ name: 'x', cc: 'a@example.test\r\nBcc: b@example.test' }, 'cc'],
    [{ name: 'x', bcc: { name: 'no address' } }, 'bcc'],
    [{ name: 'x', bcc: [[['a@example.test']]] }, 'bcc'],
    [{ name: 'x', from_email: 'nobody' }, 'from_email'],
    [{ name: 'x', reply_to_email: ['a@example.test'] }, 'reply_to_email'],
    [{ name: 'x', attachment: { path: 1 } }, 'attachment'],
    [{ name: 'x', defaults: ['a'] }, 'defaults'],
    [{ name: 'x', defaults: { a: {} } }, 'defaults'],
  ])('of the form %j are rejected because of their %s', async (record, field) => {
    const { status, body } = await create(record)
    expect(status).toBe(400)
    const problem = field in record ? expect.any(String) : 'Template Name is required.'
    expect(body.error.context.resource[0]?.context).toEqual({ [field]: [problem] })
  })

  it.each([
    ['a@example.test', 'a@example.test'],
    ['a@example.test, b@example.test ', ['a@example.test', 'b@example.test']],
    [
      { name: 'A', email: 'a@example.test' },
      { name: 'A', email: 'a@example.test' },
    ],
    [
      ['a@example.test', { name: 'B', email: 'b@example.test' }],
      ['a@example.test', { name: 'B', email: 'b@example.test' }],
    ],
    [[], []],
    ['', null],
    [null, null],
  ])('return the receivers %j as %j', async (sent, answered) => {
    const { status, body } = await create({ name: `T ${JSON.stringify(sent)}`, to: sent, cc: sent, bcc: sent })
    expect(status).toBe(201)
    expect(body.resource[0]).toMatchObject({ to: answered, cc: answered, bcc: answered })
  })

  it('store values for names, sent as an object or as a list', async () => {
    const defaults = { greeting: 'Hello', year: 2026 }
    const { body } = await create({ name: 'object', defaults })
    expect(body.resource[0]).toMatchObject({ defaults })
    const list = [{ name: 'greeting', value: 'Hello' }]
    expect((await create({ name: 'list', defaults: list })).body.resource[0]).toMatchObject({
      defaults: { greeting: 'Hello' },
    })
  })

  it('come with three defaults, and can be updated and deleted', async () => {
    const { body } = await create({ name: 'mine', subject: 'Hi', body_html: '<b>{name}</b>' })
    const path = `system/email_template/${body.resource[0]?.id}`
    expect(await send('PATCH', `${path}?fields=*`, { as: root, body: { subject: 'Ho' } })).toMatchObject({
      status: 200,
      body: { name: 'mine', subject: 'Ho', body_html: '<b>{name}</b>' },
    })
    expect((await send('DELETE', path, { as: root })).status).toBe(200)
    expect((await send('GET', path, { as: root })).status).toBe(404)
    const shipped = await send<{ resource: { name: string }[] }>('GET', 'system/email_template?limit=3', { as: root })
    expect(shipped.body.resource.map(({ name }) => name)).toEqual([
      'User Invite Default',
      'User Registration Default',
      'Password Reset Default',
    ])
  })
})
