import { testInstance } from '@millwright/instance/testing/test-instance'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { respondWith } from '../../testing/answering.ts'
import { type Visit, visit } from '../../testing/render-route.tsx'
import { withoutFeatures } from '../../testing/saying.ts'

const kinds = [
  { type: 'sqlite', config: { database: 'shelf.sqlite' }, tried: '/shelf/_schema' },
  { type: 'sftp_file', config: { host: 'shelf.test', container: 'in' }, tried: '/shelf/?include_properties=true' },
]

test.each(kinds)('shows a failed $type connection in the form too, and lets it be tried again', async (kind) => {
  const { type, config, tried } = kind
  const instance = await testInstance()
  const stored = { id: 900, name: 'shelf', label: 'Shelf', type, config }
  const record = respondWith({ part: '/system/service/900' }, 200, stored)
  let away = true
  const engine: typeof record = (reach) => (input, init) =>
    String(input).endsWith(tried)
      ? Promise.resolve(Response.json({ error: { code: 503, message: 'Away.' } }, { status: away ? 503 : 200 }))
      : reach(input, init)
  const { user } = await visit(instance, '/services/900?section=config', {
    as: instance.root,
    through: (reach) => engine(record(reach)),
  })
  const test = async () => user.click(await screen.findByRole('button', { name: 'Test connection' }))
  await test()
  const panel = within(screen.getByRole('dialog'))
  expect((await panel.findByRole('alert')).textContent).toContain('Test connection failed, could just be a typo.')
  away = false
  await test()
  expect(await panel.findByText('Test connection succeeded.')).toBeTruthy()
  expect(panel.queryByRole('alert')).toBeNull()
})

/** Fills in the form of a new MySQL service with a port that nothing listens on. */
async function unreachable({ user }: Visit) {
  await user.type(await screen.findByLabelText(/^Label/), 'Till')
  await user.click(screen.getByRole('tab', { name: /^Config/ }))
  for (const [label, value] of [
    [/^Host/, '127.0.0.1'],
    [/^Port/, '9'],
    [/^Database/, 'till'],
    [/^Username/, 'nobody'],
  ] as const) {
    const field = await screen.findByLabelText(label)
    await user.clear(field)
    await user.type(field, value)
  }
}

const panelAlert = async () => (await within(await screen.findByRole('dialog')).findByRole('alert')).textContent

test('does not save an unreachable new database without confirmation, and shows why', async () => {
  const instance = await testInstance()
  const page = await visit(instance, '/services/new?type=mysql', { as: instance.root })
  const { user, address } = page
  await unreachable(page)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await panelAlert()).toMatch(/^Not saved: the connection test failed\..*127\.0\.0\.1/s)
  expect(address()).toBe('/services/new?type=mysql&section=config')
  const { body } = await instance.send<{ resource: { name: string }[] }>('GET', 'system/service', { as: instance.root })
  expect(body.resource.map(({ name }) => name)).not.toContain('till')
  await user.click(screen.getByRole('button', { name: 'Save anyway' }))
  const alert = await within(await screen.findByRole('dialog', { name: 'Edit Till' })).findByRole('alert')
  expect(alert.textContent).toMatch(/^Test connection failed, could just be a typo.*Service Name: till.*127\.0\.0\.1/s)
  expect(address()).toMatch(/^\/services\/\d+\?section=config$/)
})

test('shows the result of the last test only, whichever ends first', async () => {
  const instance = await testInstance()
  const first = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const hosts: string[] = []
  const page = await visit(instance, '/services/new?type=mysql', {
    as: instance.root,
    through: (reach) => async (input, init) => {
      if (!String(input).includes('_check')) return reach(input, init)
      hosts.push(String(init?.body))
      if (hosts.length > 1) return reach(input, init)
      await first.promise
      answered.resolve()
      return Response.json({ error: { code: 503, message: 'No answer from the first host.' } }, { status: 503 })
    },
  })
  await unreachable(page)
  const again = async () => page.user.click(screen.getByRole('button', { name: 'Test connection' }))
  await again()
  await page.user.type(await screen.findByLabelText(/^Host/), '2')
  await again()
  const shown = await panelAlert()
  first.resolve()
  await answered.promise
  await page.user.click(screen.getByRole('tab', { name: /^Config/ }))
  expect(await panelAlert()).toBe(shown)
})

test('saves a new database first on a server that cannot test unsaved settings, and shows why it is unreachable', async () => {
  const instance = await testInstance()
  const page = await visit(instance, '/services/new?type=mysql', { as: instance.root, through: withoutFeatures })
  await unreachable(page)
  await page.user.click(screen.getByRole('button', { name: 'Save' }))
  const alert = await within(await screen.findByRole('dialog', { name: 'Edit Till' })).findByRole('alert')
  expect(alert.textContent).toMatch(/^Test connection failed, could just be a typo.*127\.0\.0\.1/s)
})

test('chooses the type and fills the form from a pasted URL, and links a working database to its tables', async () => {
  const instance = await testInstance()
  const answer = respondWith({ part: 'system/service_check' }, 200, {
    success: true,
    reason: null,
    tables: 2,
    warnings: [],
  })
  const schema = respondWith({ part: '/shop/_schema' }, 200, { resource: [{ name: 'a' }, { name: 'b' }] })
  const { user } = await visit(instance, '/services/new', {
    as: instance.root,
    through: (reach) => answer(schema(reach)),
  })
  await user.click(await screen.findByLabelText('Select Service Type'))
  await user.paste('postgres://ann:s3cret@db.test:5433/shop')
  expect((await screen.findByLabelText<HTMLInputElement>(/^Namespace/)).value).toBe('shop')
  await user.click(screen.getByRole('tab', { name: /^Config/ }))
  const value = async (label: RegExp) => (await screen.findByLabelText<HTMLInputElement>(label)).value
  expect(await value(/^Host/)).toBe('db.test')
  expect(await value(/^Port/)).toBe('5433')
  expect(await value(/^Username/)).toBe('ann')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Edit shop' }))
  expect(await panel.findByText(/2 tables/)).toBeTruthy()
  expect(panel.getByRole('link', { name: 'Browse' }).getAttribute('href')).toBe('/data/shop')
  expect(panel.getByRole('link', { name: 'Grant access' }).getAttribute('href')).toMatch(/^\/roles\/new\?service=\d+$/)
})

test('shows in the list which services failed last, and why', async () => {
  const instance = await testInstance()
  const config = { host: '127.0.0.1', port: 9, database: 'till' }
  const body = { resource: [{ name: 'till', label: 'Till', type: 'mysql', is_active: true, config }] }
  await instance.send('POST', 'system/service', { as: instance.root, body })
  await instance.send('GET', 'till/_schema', { as: instance.root })
  await visit(instance, '/services', { as: instance.root })
  expect((await screen.findByText(/^Failing: The database on 127\.0\.0\.1/)).closest('tr')?.textContent).toContain(
    'Till',
  )
})

test('tests a mail service only on request, and shows what is wrong', async () => {
  const instance = await testInstance()
  const resource = [{ name: 'post', type: 'smtp_email', is_active: true, config: { host: '127.0.0.1', port: 9 } }]
  const made = await instance.send<{ resource: { id: number }[] }>('POST', 'system/service', {
    as: instance.root,
    body: { resource },
  })
  const { user } = await visit(instance, `/services/${made.body.resource[0]?.id}?section=config`, { as: instance.root })
  await user.click(await screen.findByRole('button', { name: 'Test connection' }))
  const panel = within(screen.getByRole('dialog'))
  expect((await panel.findByRole('alert')).textContent).toContain('the mail server cannot be reached')
})

test('reports HTTP service options without effect when the base URL responds', async () => {
  const instance = await testInstance()
  const stored = { id: 901, name: 'web', label: 'Web', type: 'rws', config: { base_url: 'https://api.test' } }
  const record = respondWith({ part: '/system/service/901' }, 200, stored)
  const warnings = ["The option 'CURLOPT_INTERFACE' has no effect."]
  const check = respondWith({ part: '/web?_check=true' }, 200, { success: true, status: 200, warnings })
  const { user } = await visit(instance, '/services/901?section=config', {
    as: instance.root,
    through: (reach) => check(record(reach)),
  })
  await user.click(await screen.findByRole('button', { name: 'Test connection' }))
  const panel = within(screen.getByRole('dialog'))
  expect(await panel.findByText(`Test connection succeeded. ${warnings[0]}`)).toBeTruthy()
})

test('shows a type that the instance cannot run as unavailable, whatever licence it requires', async () => {
  const instance = await testInstance({ config: { license: { level: 'GOLD', key: null } } })
  await visit(instance, '/services/new?type=oracle', { as: instance.root })
  await screen.findByText('Oracle is not available in this instance.')
  expect(screen.queryByText(/licen[cs]e needed|upgrade|Silver/i)).toBeNull()
})
