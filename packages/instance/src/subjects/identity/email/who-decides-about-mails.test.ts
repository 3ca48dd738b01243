import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccessToken } from '../../../testing/access-tokens.ts'
import { fixture } from '../../../testing/fixture.ts'
import { restrictedAdmin } from '../../../testing/restricted-admin.ts'
import type { SendOptions } from '../../../testing/send.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { openTestMailServer, type ReceivedMail } from '../../../testing/test-mail-server.ts'
import { programOfAdmin } from '../../../testing/two-step.ts'
import { zipOf } from '../../../testing/zip.ts'

type By = Pick<SendOptions, 'as' | 'key' | 'headers'>
interface Rows {
  readonly resource: readonly { readonly id: number }[]
}

const evil = 'http://evil.test/?c={confirm_code}'
const thief = 'thief@evil.test'
const variables = ['link', 'confirm_code', 'first_name', 'name', 'to', 'email', 'cc', 'bcc', 'from_email', 'app_name']
const texts = ['subject', 'body_text', 'body_html', 'content_header', 'reply_to_email', 'change', 'note', 'address']

const server = fixture(() => openTestMailServer())
const hostile = fixture(() => openTestMailServer())
afterAll(() => Promise.all([server.close(), hostile.close()]))
const instance = sharedInstance({
  config: { allowPrivateHosts: ['127.0.0.1'], publicUrl: 'http://house.test' },
})
const { send, root, make, parts } = instance

let service: number
let support: number
/** Templates by what they are for. */
const templates: Record<string, number> = {}
const used = ['invite', 'password', 'open_reg', 'change', 'access'] as const

async function create(path: string, record: object, by: By = { as: root }): Promise<number> {
  const { status, body } = await send<Rows>('POST', `system/${path}`, { ...by, body: { resource: [record] } })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.resource[0]?.id ?? 0
}
const configure = async (name: 'system' | 'user', config: object) =>
  send('PATCH', `system/service/${await make.serviceId(name)}`, { as: root, body: { config } })

beforeAll(async () => {
  support = await create('lookup', { name: 'support', value: 'help@house.test {confirm_code}' })
  const config = { host: '127.0.0.1', port: server.port, ...server.account, from_name: 'House' }
  service = await create('service', { name: 'post', type: 'smtp_email', is_active: true, config })
  for (const name of used)
    templates[name] = await create('email_template', {
      name: `For ${name}`,
      subject: 'From the house',
      from_email: 'house@house.test',
      bcc: 'archive@house.test',
      body_html: '<p>{first_name}: <a href="{link}">{link}</a> {confirm_code} {support} {site} {change}{note}</p>',
      defaults: { link: 'http://default.test', first_name: 'Default', site: 'House' },
    })
  const mails = Object.fromEntries(
    used.flatMap((name) => [
      [`${name}_email_service_id`, service],
      // Some clients send numbers as text.
      [`${name}_email_template_id`, String(templates[name])],
    ]),
  )
  for (const name of ['system', 'user'] as const)
    expect((await configure(name, { ...mails, allow_open_registration: true })).status).toBe(200)
})

/** Removes all lookup keys but the one of this test. */
async function dropKeys(): Promise<void> {
  const { body } = await send<Rows>('GET', 'system/lookup?fields=id', { as: root })
  for (const { id } of body.resource)
    if (id !== support) expect((await send('DELETE', `system/lookup/${id}?force=true`, { as: root })).status).toBe(200)
}

let people = 0
/** Has every kind of mail sent, each to an address of its own. */
async function everyMail(): Promise<readonly ReceivedMail[]> {
  await parts.background.idle()
  const before = server.received.length
  people += 1
  const user = await make.user({ name: 'Ina' })
  const admin = await make.admin({ name: 'Ann' })
  const app = await make.app({ role_id: (await make.role()).id })
  const asked = { service: 'db', component: '_table/*', verbs: ['GET'], note: 'For the report' }
  const calls = [
    await send('POST', 'user/password?reset=true', { body: { email: user.email } }),
    await send('POST', 'system/admin/password?reset=true', { body: { email: admin.email } }),
    await send('POST', 'user/register', { body: { email: `new${people}@example.test` } }),
    await send('POST', 'user/register', { body: { email: user.email } }),
    await send('POST', 'system/access_request', { key: app.api_key, body: { resource: [asked] } }),
    await send('PATCH', `system/user/${user.id}`, { as: root, body: { username: `another${user.id}` } }),
  ]
  for (const kind of ['user', 'admin'])
    calls.push(
      await send('POST', `system/${kind}?send_invite=true`, {
        as: root,
        body: { resource: [{ email: `invited.${kind}${people}@example.test`, name: 'Ina' }] },
      }),
    )
  for (const { status, body } of calls) expect(status, JSON.stringify(body)).toBeLessThan(300)
  await parts.background.idle()
  return server.received.slice(before)
}

/** Fails unless all mails are what full administrators made them. */
async function expectGenuine(): Promise<void> {
  const mails = await everyMail()
  expect(mails.length).toBeGreaterThanOrEqual(8)
  for (const { to, text } of mails) {
    const [person = '', ...copies] = to
    expect(person).toMatch(/@example\.test$/)
    expect(copies).toEqual(['archive@house.test'])
    expect(text).not.toMatch(/evil|default\.test|Default:/)
    expect(text).toMatch(/^From: \S+ <house@house\.test>$/m)
    for (const [, origin] of text.matchAll(/(http:\/\/[^/"\s]+)/g)) expect(origin).toBe('http://house.test')
  }
  expect(hostile.received).toEqual([])
}

const attackers: readonly (readonly [string, () => Promise<By>])[] = [
  ['an administrator restricted to Services', () => restrictedAdmin(instance, ['services'])],
  ['an administrator restricted to Config', () => restrictedAdmin(instance, ['config'])],
  [
    'an administrator restricted to what writes records',
    () => restrictedAdmin(instance, ['services', 'config', 'packages', 'apps', 'users', 'usage']),
  ],
  ['an app password of a root administrator', () => programOfAdmin(instance)],
  [
    'an access token of a root administrator',
    async () => {
      const scopes = ['users', 'services', 'config', 'packages', 'apps'] as const
      const { token } = await createAccessToken(instance, await make.admin({ is_root_admin: true }), scopes)
      return { as: { token } }
    },
  ],
]

describe.each(attackers)('mails with codes and links are not changed by %s', (_, enter) => {
  let by: By
  beforeAll(async () => {
    by = await enter()
  })
  const attempt = (verb: string, path: string, body?: unknown) =>
    send(verb, `system/${path}`, { ...by, ...(body === undefined ? {} : { body }) })
  const refused = async (verb: string, path: string, body?: unknown) => {
    const answer = await attempt(verb, path, body)
    const told = `${verb} ${path} ${JSON.stringify(body)}: ${JSON.stringify(answer.body)}`
    expect(answer.status, told).toBeGreaterThanOrEqual(400)
    expect(answer.status, told).toBeLessThan(500)
  }

  it('by a change of their templates, however it is sent', async () => {
    const changes = [
      ...['to', 'cc', 'bcc', 'from_email', 'reply_to_email'].map((name) => ({ [name]: thief })),
      ...['subject', 'body_text', 'body_html', 'from_name', 'reply_to_name', 'name'].map((name) => ({ [name]: evil })),
      { defaults: { link: evil, site: evil } },
      { attachment: 'files/evil.txt' },
    ]
    for (const id of Object.values(templates)) {
      for (const body of changes) await refused('PATCH', `email_template/${id}`, body)
      await refused('PUT', `email_template/${id}`, { name: 'x', bcc: thief })
      await refused('DELETE', `email_template/${id}`)
      await refused('PATCH', `email_template?ids=${id}`, { bcc: thief })
      await refused('PATCH', 'email_template', { ids: [id], resource: [{ bcc: thief }] })
      await refused('PATCH', 'email_template', { resource: [{ id, bcc: thief }] })
      await refused('PUT', 'email_template', { resource: [{ id, name: 'x', bcc: thief }] })
      await refused('POST', 'email_template?method=PATCH', { resource: [{ id, bcc: thief }] })
      await refused('POST', 'email_template?method=DELETE', { ids: [id] })
      await attempt('POST', 'email_template', { resource: [{ id, name: `copy of ${id}`, bcc: thief }] })
    }
    for (const filter of ["name like 'For%'", 'bcc is not null']) {
      await refused('PATCH', `email_template?filter=${encodeURIComponent(filter)}`, { bcc: thief })
      await refused('DELETE', `email_template?filter=${encodeURIComponent(filter)}`)
    }
    await refused('POST', 'email_template', { resource: [{ name: 'For password', bcc: thief }] })
    await expectGenuine()
  })

  it('by the services that send them, their parameters, and the settings that name them', async () => {
    const parameters = [...variables, ...texts].map((name) => ({ name, value: evil, active: true }))
    const { port, account } = hostile
    const changes = [
      { config: { parameters } },
      { config: { from_email: thief, from_name: 'Evil' } },
      { config: { reply_to_email: thief } },
      { name: 'away' },
      { aliases: ['post2'] },
      { is_active: false },
    ]
    await refused('PATCH', `service/${service}`, { config: { port, ...account } })
    for (const id of [service, await make.serviceId('email')]) {
      for (const body of changes) {
        await refused('PATCH', `service/${id}`, body)
        await refused('PATCH', 'service', { resource: [{ id, ...body }] })
        await refused('PATCH', `service?filter=id=${id}`, body)
      }
      await refused('DELETE', `service/${id}?force=true`)
      await refused('POST', 'service?method=DELETE&force=true', { ids: [id] })
    }
    const config = { host: '127.0.0.1', port, ...account, parameters, from_email: thief }
    const own = { type: 'smtp_email', is_active: true, config }
    for (const name of ['post', 'Post', 'email']) await refused('POST', 'service', { resource: [{ name, ...own }] })
    await refused('POST', 'service', { resource: [{ name: `evil${people}`, aliases: ['post'], ...own }] })
    const made = await attempt('POST', 'service', { resource: [{ name: `evil_post${people}`, ...own }] })
    const id = (made.body as Partial<Rows>).resource?.[0]?.id ?? 0
    const template = await attempt('POST', 'email_template', {
      resource: [{ name: `evil ${people}`, subject: evil, body_html: evil, bcc: thief }],
    })
    const other = (template.body as Partial<Rows>).resource?.[0]?.id ?? 0
    // A setting that a service does not have changes nothing.
    for (const owner of ['system', 'user'] as const)
      for (const name of used)
        for (const config of [{ [`${name}_email_service_id`]: id }, { [`${name}_email_template_id`]: other }])
          await attempt('PATCH', `service/${await make.serviceId(owner)}`, { config })
    await expectGenuine()
  })

  it('by lookup keys, whoever owns them, and by what a package or another record brings', async () => {
    const keys = [...variables, ...texts, 'site', 'change', 'df.host'].map((name) => ({ name, value: evil }))
    await attempt('POST', 'lookup?continue=true', { resource: keys })
    for (const relation of ['user', 'admin/profile', 'user/profile'])
      await attempt('PATCH', relation, { lookup_by_user_id: keys })
    await attempt('PATCH', `lookup/${support}`, { value: evil })
    await attempt('PATCH', `lookup/${support}`, { name: 'link' })
    const archive = await zipOf({
      'package.json': { version: '0.1', service: { system: { email_template: ['For password'] } } },
      'system/email_template.json': [{ name: 'For password', subject: evil, body_html: evil, bcc: thief }],
    })
    const form = new FormData()
    form.append('files', new Blob([archive]), 'evil.zip')
    const encoded = new Response(form)
    await send('POST', 'system/package?overwrite=true', {
      ...by,
      headers: { ...by.headers, 'content-type': encoded.headers.get('content-type') ?? '' },
      body: new Uint8Array(await encoded.arrayBuffer()),
    })
    const mine = await attempt('POST', 'email_template', { resource: [{ name: `mine ${people}` }] })
    const id = (mine.body as Partial<Rows>).resource?.[0]?.id
    if (id !== undefined)
      await attempt('PATCH', `email_template/${id}`, { user_by_created_by_id: { id: root.id, email: thief } })
    await expectGenuine()
    await dropKeys()
    await send('PATCH', `system/lookup/${support}`, { as: root, body: { name: 'support', value: 'help@house.test' } })
  })
})

it('a mail fills each name once, by its own value before defaults and keys of full administrators', async () => {
  const keys = ['link', 'first_name', 'confirm_code'].map((name) => ({ name, value: 'http://default.test' }))
  const made = await send<Rows>('POST', 'system/lookup', { as: root, body: { resource: keys } })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const user = await make.user({ name: '{link} {confirm_code}', first_name: '{confirm_code} {support} {site}' })
  await parts.store.db.updateTable('user').set({ proven_email: user.email }).where('id', '=', user.id).execute()
  await parts.background.idle()
  const before = server.received.length
  await send('POST', 'user/password?reset=true', { body: { email: user.email } })
  await parts.background.idle()
  const [mail, ...more] = server.received.slice(before)
  expect(more).toEqual([])
  expect(mail?.text).toContain('{confirm_code} {support} {site}: ')
  expect(mail?.text).toContain('help@house.test')
  expect(mail?.text).not.toMatch(/default\.test|Default:/)
  expect(mail?.link.searchParams.get('code')).toMatch(/^[0-9A-Z]{32}$/)
  await send('DELETE', `system/lookup?ids=${made.body.resource.map(({ id }) => id).join()}`, { as: root })
})

it.each([`A" <${thief}>, "`, `${thief}, Ina`, `<${thief}>`, `Ina\r\nBcc: ${thief}`, `=?utf-8?Q?x?= <${thief}>`])(
  'the name %j of a person brings nobody else the mail, and no header',
  async (name) => {
    const user = await make.user({ name, first_name: name })
    await parts.store.db.updateTable('user').set({ proven_email: user.email }).where('id', '=', user.id).execute()
    await parts.background.idle()
    const before = server.received.length
    await send('POST', 'user/password?reset=true', { body: { email: user.email } })
    await parts.background.idle()
    const [mail] = server.received.slice(before)
    expect(mail?.to).toEqual([user.email, 'archive@house.test'])
    expect(mail?.source.split('\r\n\r\n', 1)[0]).not.toMatch(/^(?:Bcc|Cc):/im)
  },
)
