import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deferred, fixture } from '../../../testing/fixture.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { openTestMailServer, type ReceivedMail } from '../../../testing/test-mail-server.ts'

interface Refusal {
  readonly error: { readonly message: string }
}

describe('a mail service', () => {
  const web = createServer((_, response) => response.end('from the web'))
  beforeAll(() => new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve)))
  afterAll(() => void web.close())
  let address: string
  beforeAll(() => {
    address = `127.0.0.1:${(web.address() as AddressInfo).port}`
  })
  const server = fixture(() => openTestMailServer())
  afterAll(() => server.close())
  const { send, root, make, signIn } = sharedInstance(() => ({ config: { allowPrivateHosts: [address] } }))

  const smtp = deferred(() => ({
    name: 'post',
    type: 'smtp_email',
    is_active: true,
    config: {
      host: '127.0.0.1',
      port: server.port,
      ...server.account,
      from_name: 'The workshop',
      from_email: 'workshop@example.test',
      parameters: [
        { name: 'place', value: 'Ulm', active: true },
        { name: 'colour', value: 'red', active: true },
        { name: 'hidden', value: 'no', active: false },
      ],
    },
  }))
  const keys = [
    { name: 'motto', value: 'open' },
    { name: 'key', value: 'closed', private: true },
  ]
  const template = {
    name: 'Offer',
    to: 'template@example.test',
    subject: 'Offer in {place}',
    body_html: '<p>{colour} {size} {hidden} {motto} {key}</p>',
    from_name: 'Sales',
    defaults: { colour: 'green', size: 'small', subject: 'Default in {place}' },
  }
  beforeAll(async () => {
    for (const [path, record] of [
      ['service', smtp],
      ['service', { ...smtp, name: 'away', config: { host: '127.0.0.1', port: 9 } }],
      ['service', { ...smtp, name: 'wrong', config: { ...smtp.config, password: 'wrong' } }],
      ['lookup', keys],
      ['email_template', template],
    ] as const) {
      expect((await send('POST', `system/${path}`, { as: root, body: { resource: [record].flat() } })).status).toBe(201)
    }
    await send('POST', 'files/note.txt', { as: root, body: 'from the files' })
  })

  const mail = { to: 'ann@example.test', subject: 'Hello', body_text: 'Good day.' }
  const post = (body: unknown, path = 'post', as = root) => send<Refusal>('POST', path, { as, body })
  const last = (): ReceivedMail => {
    const received = server.received.at(-1)
    if (received === undefined) throw new Error('No mail came.')
    return received
  }

  it.each([
    ['nothing at all', {}, 'neither a template nor an email'],
    ['nobody to send it to', { ...mail, to: [] }, 'has no recipient'],
    ['what is no address', { ...mail, cc: 'ann@example.test, nobody' }, "'nobody' is not one"],
    ['an address on two lines', { ...mail, to: 'ann@example.test\r\nBcc:b@example.test' }, 'to must contain'],
    ['a name on two lines', { ...mail, to: { name: 'a\nb', email: 'ann@example.test' } }, 'line breaks'],
    ['a subject on two lines', { ...mail, subject: 'a\r\nBcc: b@example.test' }, 'line breaks'],
    ['a sender that is no address', { ...mail, from_email: 'a <b@example.test>' }, 'from_email'],
    ['nothing to say', { ...mail, body_text: '' }, 'mail is empty'],
    ['a text that is none', { ...mail, body_html: { a: 1 } }, 'body_html must be a text'],
    ['a subject that is none', { ...mail, subject: { a: 1 } }, 'subject must be a text'],
    ['a sender that is none', { ...mail, from_email: ['a@b.example'] }, 'from_email must be a text'],
    ['a template that is no name', { ...mail, template: { name: 'Offer' } }, 'the name of a template'],
    ['a file that is none', { ...mail, attachment: 'x' }, 'attachment must be'],
    ['a folder', { ...mail, attachment: { service: 'files', path: '/' } }, 'is not a file'],
    ['an address inside', { ...mail, attachment: 'http://127.0.0.1:9/a' }, 'not a public host'],
  ])('rejects %s', async (_, body, sentence) => {
    const before = server.received.length
    const { status, body: answer } = await post(body)
    expect([status, answer.error.message]).toEqual([400, expect.stringContaining(sentence)])
    expect(server.received).toHaveLength(before)
  })

  it('rejects other verbs, unknown templates and missing files', async () => {
    expect((await send('GET', 'post', { as: root })).status).toBe(400)
    expect((await post({ ...mail, template: 'none' })).status).toBe(404)
    expect((await post({ ...mail, template_id: 99 })).status).toBe(404)
    expect((await post({ ...mail, attachment: 'files/none.txt' })).status).toBe(404)
    expect((await post(mail, 'post/x')).status).toBe(404)
    expect((await send('GET', 'post?as_access_list=true', { as: root })).body).toEqual({ resource: ['', '*'] })
  })

  it('checks its mail server without sending a mail', async () => {
    const check = async (name: string) => (await send<Refusal>('GET', `${name}?check=true`, { as: root })).body
    const before = server.received.length
    expect(await check('away')).toMatchObject({ error: { message: expect.stringContaining('cannot be reached') } })
    expect(await check('wrong')).toMatchObject({ error: { message: expect.stringContaining('username or password') } })
    for (const name of ['post', 'email']) expect(await check(name)).toEqual({ success: true })
    expect(server.received).toHaveLength(before)
  })

  it('reports an unreachable mail server', async () => {
    const { status, body } = await post(mail, 'away')
    expect([status, body.error.message]).toEqual([503, expect.stringContaining('cannot be reached')])
  })

  it('attaches only files that the caller may read', async () => {
    const { id } = await make.role({
      access: [{ service_id: await make.serviceId('post'), component: '*', verbs: ['POST'] }],
    })
    const app = await make.app({ role_id: id })
    const user = await make.user({ roles: [{ app_id: app.id, role_id: id }] })
    const { token } = await signIn(user, 'user')
    const call = (body: unknown) => send('POST', 'post', { as: { token }, key: app.api_key, body })
    expect((await call({ ...mail, attachment: [{ service: 'files', path: 'note.txt' }] })).status).toBe(403)
    expect((await call(mail)).status).toBe(200)
  })

  it('sends to all receivers, from the sender of the service', async () => {
    const to = ['ann@example.test', { name: 'Bo', email: 'bo@example.test' }]
    const { status, body } = await post({ ...mail, to, cc: 'Cy <cy@example.test>', bcc: 'di@example.test' })
    expect([status, body]).toEqual([200, { count: 1 }])
    expect(last().to).toEqual(['ann@example.test', 'bo@example.test', 'cy@example.test', 'di@example.test'])
    expect(last().source).toContain('From: The workshop <workshop@example.test>')
    expect(last().source).toContain('Good day.')
    expect(last().source).not.toContain('di@example.test')
  })

  it('takes values from the request, the defaults, the template and the service, in this order', async () => {
    await post({ template: 'Offer', size: '<big>', reply_to_email: 'r@example.test' }, 'post?place=Bonn')
    const { to, source } = last()
    expect(to).toEqual(['template@example.test'])
    expect(source).toContain('Subject: Default in Bonn')
    expect(source).toContain('From: Sales <workshop@example.test>')
    expect(source).toContain('Reply-To: r@example.test')
    expect(source).toContain('<p>green &lt;big&gt; {hidden} open {key}</p>')
    await post({ template: 'Offer', to: 'x@example.test', subject: 'Mine', colour: 'blue' })
    expect(last()).toMatchObject({ to: ['x@example.test'], source: expect.stringContaining('Subject: Mine') })
    expect(last().source).toContain('blue small')
  })

  it('attaches files from services, URLs and forms', async () => {
    const attachment = [{ service: 'files', path: 'note.txt' }, `http://${address}/report.pdf`]
    expect((await post({ ...mail, attachment })).status).toBe(200)
    const { source } = last()
    expect(source).toMatch(/filename=note\.txt/)
    expect(source).toMatch(/application\/pdf; name=report\.pdf/)
    for (const text of ['from the web', 'from the files']) {
      expect(source).toContain(Buffer.from(text).toString('base64'))
    }
    const form = new FormData()
    for (const [name, value] of Object.entries(mail)) form.set(name, value)
    form.set('file', new File(['from a form'], '../form.txt'))
    const encoded = new Response(form)
    const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
    const body = new Uint8Array(await encoded.arrayBuffer())
    expect((await send('POST', 'post', { as: root, headers, body })).status).toBe(200)
    expect(last().source).toMatch(/filename=form\.txt/)
    expect(last().source).toContain(Buffer.from('from a form').toString('base64'))
  })

  it('stores the mails of the built-in mail service', async () => {
    expect((await post(mail, 'email')).body).toEqual({ count: 1 })
    const { body } = await send<{ resource: unknown[] }>('GET', 'system/outbox', { as: root })
    expect(body.resource[0]).toMatchObject({ to: 'ann@example.test', subject: 'Hello', body_text: 'Good day.' })
  })
})
