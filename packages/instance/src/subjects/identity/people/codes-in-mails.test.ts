import { createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fixture } from '../../../testing/fixture.ts'
import { testClock } from '../../../testing/test-clock.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { openTestMailServer, type ReceivedMail } from '../../../testing/test-mail-server.ts'
import { engines } from '../../../testing/test-store.ts'

describe.each(engines)('mailed codes, on %s', (engine) => {
  const clock = testClock()
  const server = fixture(() => openTestMailServer())
  afterAll(() => server.close())
  const { send, root, make, signIn, parts, failures } = sharedInstance({ engine, clock })

  let id: number | undefined
  beforeAll(async () => {
    const { username, password } = server.account
    const keys = [
      { name: 'mail.host', value: '127.0.0.1' },
      { name: 'mail.password', value: password, private: true },
    ]
    await send('POST', 'system/lookup', { as: root, body: { resource: keys } })
    const settings = { host: '{mail.host}', port: server.port, username, password: '{mail.password}' }
    const smtp = { name: 'smtp', type: 'smtp_email', is_active: true, config: settings }
    const made = await send<{ resource: { id: number }[] }>('POST', 'system/service', { as: root, body: smtp })
    id = made.body.resource[0]?.id
    const mailBy = { invite_email_service_id: id, password_email_service_id: id }
    const registration = { allow_open_registration: true, open_reg_email_service_id: id }
    for (const [name, config] of [
      ['system', mailBy],
      ['user', { ...mailBy, ...registration }],
    ] as const) {
      const path = `system/service/${await make.serviceId(name)}`
      expect((await send('PATCH', path, { as: root, body: { config } })).status).toBe(200)
    }
  })

  /** The last mail to somebody; mails about changed passwords come at any time. */
  const lastMail = async (to: string): Promise<ReceivedMail> => {
    await parts.background.idle()
    const mail = server.received.findLast((each) => each.to.join() === to)
    if (mail === undefined) throw new Error(`No mail to ${to} came.`)
    return mail
  }

  /** Follows the link like the console's page, using only the values in the URL. */
  async function choosePassword({ searchParams }: URL, path: string, password: string): Promise<number> {
    const body = { email: searchParams.get('email'), code: searchParams.get('code'), new_password: password }
    return (await send('POST', path, { body })).status
  }

  it('link to this instance, whatever host an anonymous caller names', async () => {
    const { email } = await make.user()
    const headers = { host: 'evil.example' }
    expect((await send('POST', 'user/password?reset=true', { headers, body: { email } })).status).toBe(200)
    expect((await lastMail(email)).link.hostname).toBe('127.0.0.1')
  })

  it.each([
    ['admin', 'system/admin/password', '1'],
    ['user', 'user/password', ''],
  ] as const)('lead an invited %s to a password and the first login', async (kind, path, flag) => {
    const email = `invited.${kind}+x@example.test`
    const body = { resource: [{ email, name: 'Ina' }] }
    expect((await send('POST', `system/${kind}?send_invite=true`, { as: root, body })).status).toBe(201)
    const { link, source } = await lastMail(email)
    expect(source).toContain('Subject: [Millwright] You have been invited')
    expect([link.pathname, link.searchParams.get('email'), link.searchParams.get('admin')]).toEqual([
      '/user-invite',
      email,
      flag,
    ])
    expect(await choosePassword(link, path, 'a password')).toBe(200)
    await signIn({ email, password: 'a password' }, kind)
    expect(await choosePassword(link, path, 'another one')).toBe(404)
  })

  it('lead a person who registers to a password and the first login', async () => {
    const email = 'new.person@example.test'
    const { body } = await send('POST', 'user/register?login=true', { body: { email, new_password: 'ignored' } })
    expect(body).toEqual({ success: true, confirmation_required: true })
    await expect(signIn({ email, password: 'ignored' }, 'user')).rejects.toThrow('401')
    const { link, source } = await lastMail(email)
    expect(source).toContain('Subject: [Millwright] Confirm your registration')
    expect(link.pathname).toBe('/register-confirm')
    expect(await choosePassword(link, 'user/password?login=true', 'a password')).toBe(200)
    await signIn({ email, password: 'a password' }, 'user')
    expect(await choosePassword(link, 'user/password', 'another one')).toBe(404)
  })

  it.each(['admin', 'user'] as const)(
    'are not sent to an %s who registers again, which only the mail reveals',
    async (kind) => {
      const { email } = await make[kind]()
      const answers = [
        await send('POST', 'user/register?login=true', { body: { email: email.toUpperCase() } }),
        await send('POST', 'user/register?login=true', { body: { email: `not.${email}` } }),
      ].map(({ status, body }) => ({ status, body }))
      expect(answers[0]).toEqual(answers[1])
      expect((await lastMail(email)).source).toContain('Subject: [Millwright] You already have an account')
      expect((await lastMail(email)).source).toMatch(/http:[^ ]+\/login/)
      const before = server.received.length
      const named = { email: 'other@example.test', username: email }
      expect(await send('POST', 'user/register', { body: named })).toMatchObject({
        status: 400,
        body: { error: { context: { username: ['username cannot be an email address other than your own.'] } } },
      })
      expect(server.received.length).toBe(before)
    },
  )

  it.each(['admin', 'user'] as const)(
    'lead an %s who forgot the password to a new one, with one request',
    async (kind) => {
      const { email } = await make[kind]()
      const { body } = await send('POST', 'user/password?reset=true', { body: { email } })
      expect(body).toEqual({ success: true })
      const { link, source } = await lastMail(email)
      expect(source).toContain('Subject: [Millwright] Reset your password')
      expect(link.pathname).toBe('/reset-password')
      const path = kind === 'admin' ? 'system/admin/password' : 'user/password'
      expect(await choosePassword(link, path, 'a new one')).toBe(200)
      await signIn({ email, password: 'a new one' }, kind)
      expect(await choosePassword(link, path, 'another one')).toBe(404)
    },
  )

  it('expire after a day', async () => {
    const email = 'late@example.test'
    await send('POST', 'user/register', { body: { email } })
    const { link } = await lastMail(email)
    clock.advance(86_399)
    const { body } = await send<{ resource: unknown[] }>('GET', `system/user?filter=email="${email}"`, {
      as: { token: await parts.tokens.issue(root.id, false) },
    })
    expect(body.resource).toMatchObject([{ confirmed: false, expired: false }])
    clock.advance(1)
    expect(await choosePassword(link, 'user/password', 'a password')).toBe(404)
  })

  it('get the same response for existing and unknown accounts, whether mail can be sent or not', async () => {
    const { email } = await make.user()
    const ask = async (address: string) => {
      const headers = { 'x-request-id': 'asked' }
      const { status, body } = await send('POST', 'user/password?reset=true', { body: { email: address }, headers })
      await parts.background.idle()
      return { status, body }
    }
    const path = `system/service/${id}`
    const password = '{mail.password}'
    const as = { token: await parts.tokens.issue(root.id, false) }
    const change = async (body: object) => expect((await send('PATCH', path, { as, body })).status).toBe(200)
    await change({ config: { port: 9, password } })
    expect(await ask(email)).toEqual(await ask('nobody@example.test'))
    expect(failures.splice(0)).toEqual([expect.stringMatching(/^A mail for a new password was not sent: .*reached/)])
    const [silent, hangUp] = await silentServer()
    await change({ config: { port: silent, password } })
    const body = { email }
    expect((await send('POST', 'user/password?reset=true', { body })).status).toBe(200)
    await hangUp()
    await parts.background.idle()
    expect(failures.splice(0)).toHaveLength(1)
    await change({ is_active: false })
    const refused = await ask(email)
    expect(refused.status).toBe(503)
    expect(await ask('nobody@example.test')).toEqual(refused)
    await change({ is_active: true, config: { port: server.port, password } })
  })
})

/** Accepts connections but never responds, until it is closed. */
async function silentServer(): Promise<[port: number, hangUp: () => Promise<void>]> {
  const sockets: Socket[] = []
  const server = createServer((socket) => sockets.push(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const hangUp = async () => {
    await expect.poll(() => sockets.length).toBe(1)
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  return [typeof address === 'object' && address !== null ? address.port : 0, hangUp]
}
