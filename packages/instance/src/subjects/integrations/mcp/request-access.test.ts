import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { fixture } from '../../../testing/fixture.ts'
import { mcpSender } from '../../../testing/mcp/mcp-client.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { engines } from '../../../testing/test-store.ts'

describe.each(engines)('requesting access, on %s', (engine) => {
  const { send, root, make, parts } = sharedInstance({ engine, config: { sampleData: true } })
  const as = { as: root }
  const create = async (name: string, more: object = {}) => {
    const config = { exposed_services: ['sample'], allow_api_key_auth: true, require_role_access: false, ...more }
    const record = { name, label: name, type: 'mcp', is_active: true, config }
    expect((await send('POST', 'system/service', { ...as, body: { resource: [record] } })).status).toBe(201)
    return mcpSender(send, name)
  }
  const assistant = fixture(() => create('assistant', { allow_session_auth: true }))
  let service_id: number
  beforeAll(async () => {
    service_id = await make.serviceId('sample')
  })
  const access = () => [{ service_id, component: '_table/contact/*', verbs: ['GET'] as const }]
  const newKey = async () => {
    const name = `app ${randomUUID()}`
    const { api_key: key } = await make.app({ name, role_id: (await make.role({ access: access() })).id })
    return { name, by: { key } }
  }
  const wanted = { services: ['sample'], operations: ['_table/customer: GET'] }
  const setting = async (config: object) => {
    const path = `system/service/${await make.serviceId('system')}`
    expect((await send('PATCH', path, { ...as, body: { config } })).status).toBe(200)
  }

  /** The mails sent while `work` runs. */
  async function mailsOf(work: () => Promise<unknown>) {
    await parts.background.idle()
    const before = new Set(await parts.outbox.ids())
    await work()
    const ids = (await parts.outbox.ids()).filter((id) => !before.has(id))
    return await Promise.all(ids.map((id) => parts.outbox.get(id)))
  }

  it.each([
    ['no services', { operations: ['read'] }, "The argument 'services' is missing."],
    ['an empty list', { ...wanted, services: [] }, "'services' must name something."],
    ['an empty name', { ...wanted, services: [' \n '] }, "'services' must name something."],
    [
      'many names',
      { ...wanted, operations: Array.from({ length: 21 }, () => 'x') },
      "'operations' must have at most 20 names.",
    ],
    [
      'a long name',
      { ...wanted, services: ['x'.repeat(101)] },
      "A name in 'services' must have at most 100 characters.",
    ],
    ['a long note', { ...wanted, note: 'x'.repeat(1001) }, "'note' must have at most 1000 characters."],
    ['a receiver', { ...wanted, to: 'eve@example.test' }, "There is no argument 'to'."],
  ])('is rejected in one sentence with %s, and sends no mail', async (_, args, sentence) => {
    const { by } = await newKey()
    const mails = await mailsOf(async () => {
      const { isError, text } = await assistant.call('request_access', args, by)
      expect({ isError, text }).toEqual({ isError: true, text: expect.stringContaining(`Validation: ${sentence}`) })
    })
    expect(mails).toEqual([])
  })

  it('is not offered to administrators, and can be disabled', async () => {
    expect((await assistant.tools(as)).map(({ name }) => name)).not.toContain('request_access')
    const off = await create('off', { disabled_tools: ['request_access'] })
    const { by } = await newKey()
    expect((await off.call('request_access', wanted, by)).text).toBe("There is no tool 'request_access'.")
  })

  it('reports that no mail can be sent, on every attempt', async () => {
    const id = await make.serviceId('email')
    await setting({ password_email_service_id: null })
    const { by } = await newKey()
    for (let time = 0; time < 7; time++) {
      const { isError, text } = await assistant.call('request_access', { ...wanted, services: ['elsewhere'] }, by)
      expect({ isError, text }).toEqual({ isError: true, text: expect.stringContaining('No email can be sent') })
    }
    expect((await assistant.call('request_access', wanted, by)).value).toMatchObject({ administrators_told: 0 })
    await setting({ password_email_service_id: id })
  })

  it('notifies every full administrator in their language, grants nothing, and is recorded in the audit log', async () => {
    const german = await make.admin()
    await parts.store.db.updateTable('user').set({ language: 'de' }).where('id', '=', german.id).execute()
    const gone = await make.admin()
    await send('PATCH', `system/admin/${gone.id}`, { ...as, body: { is_active: false } })
    const { name, by } = await newKey()
    const note = 'For the <b>report</b>\nBcc: eve@example.test'
    const mails = await mailsOf(async () => {
      const { value } = await assistant.call('request_access', { ...wanted, note }, by)
      expect(value).toEqual({ administrators_told: 2, granted: false, requests: [expect.any(Number)] })
      const path = `system/access_request/${Object(value).requests[0]}`
      const made = await send('GET', path, as)
      expect(made.body).toMatchObject({
        subject: 'app',
        service: 'sample',
        component: '_table/customer/*',
        verb_mask: 1,
      })
    })
    expect(mails.map((mail) => mail?.subject).toSorted()).toEqual([
      `[Millwright] api:${name} bittet um Zugriff`,
      `[Millwright] api:${name} requests access`,
    ])
    for (const mail of mails) {
      expect(mail?.body_text).toContain('For the <b>report</b> Bcc: eve@example.test')
      expect(mail?.body_html).toContain('For the &lt;b&gt;report&lt;/b&gt;')
      expect(mail?.body_html).toContain('_table/customer: GET')
      expect(mail?.body_html).toContain('Test Assistant')
      expect(mail?.body_html).not.toMatch(/\{\w+\}/)
    }
    expect((await assistant.call('get_table_data', { table_name: 'customer' }, by)).isError).toBe(true)
    const path = 'system/audit?filter=(resource=access_request)&order=id desc&limit=1'
    const { body } = await send<{ resource: object[] }>('GET', path, as)
    expect(body.resource).toMatchObject([
      { action: 'created', app_name: `${name}, assistant Test Assistant`, record_id: 'assistant' },
    ])
  })

  it('works for read-only services and read access, and with a custom template', async () => {
    const template = { name: 'Access', subject: 'Wanted: {services}', body_text: '{who}: {note}' }
    const { body } = await send<{ resource: { id: number }[] }>('POST', 'system/email_template', {
      ...as,
      body: { resource: [template] },
    })
    await setting({ access_email_template_id: body.resource[0]?.id })
    const { name, by } = await newKey()
    const mails = await mailsOf(() => assistant.call('request_access', { ...wanted, note: 'please' }, by))
    expect(mails[0]).toMatchObject({ subject: 'Wanted: sample', body_text: `api:${name}: please` })
    await setting({ access_email_template_id: null })
  })

  it('is rejected for callers who request too often, and for no one else', async () => {
    const eager = await newKey()
    const other = await newKey()
    for (let time = 0; time < 5; time++) {
      expect((await assistant.call('request_access', wanted, eager.by)).isError).toBe(false)
    }
    const mails = await mailsOf(async () => {
      const { text } = await assistant.call('request_access', wanted, eager.by)
      expect(text).toMatch(/^Limit: Too many requests for access\. Try again in \d+ seconds\.$/)
    })
    expect(mails).toEqual([])
    expect((await assistant.call('request_access', wanted, other.by)).isError).toBe(false)
  })
})
