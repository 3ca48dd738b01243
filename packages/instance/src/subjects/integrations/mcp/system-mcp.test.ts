import { secretMask } from '@millwright/contract/records/lookup'
import { beforeAll, describe, expect, it } from 'vitest'
import { mcpSender } from '../../../testing/mcp/mcp-client.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

describe('an MCP service for administration', () => {
  const { send, root, make } = sharedInstance()
  const create = (name: string, config: object) =>
    send('POST', 'system/service', {
      as: root,
      body: { name, label: name, type: 'system_mcp', is_active: true, config: { allow_session_auth: true, ...config } },
    })
  beforeAll(async () => {
    await create('looking', {})
    await create('admin', { allow_writes: true, allow_deletes: true, require_role_access: false })
  })
  const { tools, call } = mcpSender(send, 'admin')
  const as = { as: root }

  it('shows no tool that writes until writes are allowed', async () => {
    const listed = await mcpSender(send, 'looking').tools(as)
    expect(listed.length).toBeGreaterThan(9)
    expect(listed.filter(({ annotations }) => annotations.readOnlyHint !== true)).toEqual([])
    const refused = await mcpSender(send, 'looking').call('delete_service', { id_or_name: 'email' }, as)
    expect(refused).toMatchObject({ isError: true, text: "There is no tool 'delete_service'." })
    const byPath = { method: 'DELETE', path: 'system/service/1' }
    expect(await mcpSender(send, 'looking').call('call_system_api', byPath, as)).toMatchObject({ isError: true })
  })

  it('annotates destructive tools', async () => {
    const listed = await tools(as)
    const destructive = listed.filter(({ annotations }) => annotations.destructiveHint).map(({ name }) => name)
    expect(destructive).toEqual(['update_service', 'update_role', 'delete_service', 'call_system_api'])
  })

  it.each([
    ['users', 'user'],
    ['administrators whose role is about roles alone', 'admin'],
  ] as const)('denies %s what they may not do over HTTP', async (_, kind) => {
    const role = await make.role({
      access: [{ service_id: await make.serviceId('system'), component: 'role/*', verbs: ['GET'] }],
    })
    const app = await make.app()
    const person = await make[kind]({ roles: [{ app_id: app.id, role_id: role.id }] })
    const options = { as: person, key: app.api_key }
    expect((await call('list_roles', {}, options)).isError).toBe(false)
    for (const [name, args, path] of [
      ['list_services', {}, 'system/service'],
      ['list_admins', {}, 'system/admin'],
      ['call_system_api', { method: 'GET', path: 'system/lookup' }, 'system/lookup'],
    ] as const) {
      const http = await send<{ error: { message: string } }>('GET', path, options)
      const { text, isError } = await call(name, args, options)
      expect({ status: http.status, isError, same: text.includes(http.body.error.message) }).toEqual({
        status: 403,
        isError: true,
        same: true,
      })
    }
  })

  it.each(['system/../db/_table', 'db/_table/x', 'system', 'system/service?x=1', 'system/a%2fb', 'system//role'])(
    'rejects a call of the path %s',
    async (path) => {
      const { isError, text } = await call('call_system_api', { method: 'GET', path }, as)
      expect({ isError, text }).toMatchObject({ isError: true, text: expect.stringContaining('no path such as') })
    },
  )

  it.each(['user/session', 'system/admin/session', 'user/password', 'system/outbox', 'user/two_step'])(
    'keeps assistants from %s',
    async (path) => {
      expect(await call('call_system_api', { method: 'GET', path }, as)).toMatchObject({ isError: true })
    },
  )

  it('shows no secret in any response, and leaves secrets unchanged when their mask is sent back', async () => {
    const secret = 'never to be seen'
    const config = { host: 'mail.example.test', username: 'u', password: secret }
    const wanted = { name: 'post', label: 'Post', type: 'smtp_email', config }
    const asked = await call('create_service', wanted, as)
    const confirmation = /confirmation: (\S+)$/.exec(asked.text)?.[1]
    const made = await call('create_service', { ...wanted, confirmation }, as)
    expect(made.value).toMatchObject({ record: { name: 'post', config: { password: secretMask } } })
    const app = await call('create_app', { name: 'shop', role_id: (await make.role()).id }, as)
    expect(app.value.record).toMatchObject({ api_key: null, api_key_hint: expect.stringMatching(/^….{4}$/) })
    expect(app.value).not.toHaveProperty('api_key')
    await send('POST', 'system/lookup', { as: root, body: { name: 'k', value: secret, private: true } })
    await send('POST', 'system/lookup', { as: root, body: { name: 'mail_password', value: secret } })
    const answers = await Promise.all([
      call('list_services', { fields: ['*'] }, as),
      call('get_service', { id_or_name: 'post' }, as),
      call('list_apps', {}, as),
      call('call_system_api', { method: 'GET', path: 'system/lookup' }, as),
      call('call_system_api', { method: 'GET', path: 'system/service/post' }, as),
    ])
    const keys = (await send<{ resource: { api_key: string }[] }>('GET', 'system/app', as)).body.resource
    for (const { text } of answers) {
      expect(text).not.toContain(secret)
      for (const { api_key } of keys) expect(text).not.toContain(api_key)
    }
  })

  it('runs a call that requires confirmation only when it is repeated with the token of the first call', async () => {
    await make.service({ name: 'old' })
    const first = await call('delete_service', { id_or_name: 'old' }, as)
    const confirmation = /confirmation: (\S+)$/.exec(first.text)?.[1]
    expect(first).toMatchObject({ isError: true, text: expect.stringContaining("Delete the service 'old'") })
    const others = [
      { id_or_name: 'email', confirmation },
      { id_or_name: 'old', confirmation: 'made up' },
    ]
    for (const args of others) expect(await call('delete_service', args, as)).toMatchObject({ isError: true })
    const other = await make.admin()
    expect(await call('delete_service', { id_or_name: 'old', confirmation }, { as: other })).toMatchObject({
      isError: true,
    })
    expect((await send('GET', 'system/service?filter=name=old', as)).body).toMatchObject({
      resource: [{ name: 'old' }],
    })
    expect(await call('delete_service', { id_or_name: 'old', confirmation }, as)).toMatchObject({ isError: false })
    expect((await call('delete_service', { id_or_name: 'old', confirmation }, as)).isError).toBe(true)
  })

  it('asks the person through clients that support it, and does nothing without consent', async () => {
    await make.service({ name: 'asked' })
    const { message } = mcpSender(send, 'admin')
    const params = { name: 'delete_service', arguments: { id_or_name: 'asked' } }
    const asking = { elicitation: {} }
    const first = await message('tools/call', params, as, asking)
    const { resultType, requestState } = first.body.result ?? {}
    expect(resultType).toBe('input_required')
    const answer = (action: string, confirm: boolean) => ({
      ...params,
      requestState,
      inputResponses: { confirm: { action, content: { confirm } } },
    })
    for (const [action, confirm] of [
      ['decline', true],
      ['accept', false],
    ] as const) {
      const { body } = await message('tools/call', answer(action, confirm), as, asking)
      expect(body.result).toMatchObject({ isError: true })
    }
    const done = await message('tools/call', answer('accept', true), as, asking)
    expect(done.body.result?.isError ?? false).toBe(false)
    expect((await message('tools/call', answer('accept', true), as, asking)).body.result).toMatchObject({
      isError: true,
    })
  })

  it('is named in the audit log', async () => {
    await call('create_role', { name: 'made by an assistant' }, as)
    const { body } = await send<{ resource: object[] }>(
      'GET',
      'system/audit?limit=1&order=id%20desc&filter=resource=role',
      as,
    )
    expect(body.resource).toMatchObject([{ user_email: root.email, app_name: 'assistant Test Assistant' }])
  })
})
