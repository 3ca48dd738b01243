import { secretMask } from '@millwright/contract/records/lookup'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { respondWith } from '../../testing/answering.ts'
import { visit } from '../../testing/render-route.tsx'
import { withTypes } from './testing/known-types.ts'

const instance = sharedInstance()
const as = { as: instance.root }
type Through = ReturnType<typeof respondWith>

async function open(path: string, ...through: readonly Through[]) {
  const sent: { readonly verb: string; readonly body: Record<string, unknown> }[] = []
  const listening: Through = (reach) => (input, init) => {
    const verb = init?.method ?? 'GET'
    if (verb !== 'GET' && String(input).includes('/system/service') && typeof init?.body === 'string')
      sent.push({ verb, body: JSON.parse(init.body) })
    return reach(input, init)
  }
  const page = await visit(instance, path, {
    ...as,
    through: (reach) => [withTypes, ...through, listening].reduce((reached, between) => between(reached), reach),
  })
  return { sent, ...page, press: async (name: string) => page.user.click(await screen.findByRole('button', { name })) }
}
const field = (name: RegExp | string) => screen.findByLabelText<HTMLInputElement>(name)
const section = (name: string) => screen.findByRole('tab', { name })

async function mailService(name: string): Promise<number> {
  const config = { host: 'mail.example.com', password: 'old secret' }
  const record = { name, label: name, type: 'smtp_email', is_active: true, config }
  const { body } = await instance.send<{ resource: { id: number }[] }>('POST', 'system/service', {
    ...as,
    body: { resource: [record] },
  })
  return body.resource[0]?.id ?? 0
}
const configOf = async (id: number) =>
  (await instance.send<{ config: Record<string, unknown> }>('GET', `system/service/${id}`, as)).body.config

test('finds a type by its purpose using only the keyboard, and puts it into the URL', async () => {
  const { user, address } = await open('/services/new')
  const search = await field('Select Service Type')
  expect(document.activeElement).toBe(search)
  const groups = () => within(screen.getByRole('dialog')).getAllByRole('heading', { level: 3 })
  expect(groups().map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Database', 'Email', 'Script', 'Other', 'Odd things', 'Not available here']),
  )
  expect(screen.queryByRole('button', { name: /^System/ })).toBeNull()
  await user.type(search, 'cobol')
  expect(await screen.findByText('No service type matches “cobol”.')).toBeTruthy()
  await user.clear(search)
  await user.type(search, 'mail server')
  await user.keyboard('{ArrowDown}{Enter}')
  await screen.findByText('Send mail through any mail server.')
  expect(address()).toContain('type=smtp_email')
})

test("sends a value of the setting's type from every control", async () => {
  const role = await instance.make.role({ name: 'Keepers' })
  const { user, sent, press } = await open(
    '/services/new?type=every',
    respondWith({ part: '/system/service?', verb: 'POST' }, 201, {
      resource: [{ id: 900, name: 'it', type: 'every' }],
    }),
  )
  await user.type(await field(/^Label/), 'It')
  await press('Next >')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Line/)))
  await user.keyboard('a line')
  await user.type(screen.getByLabelText('Long'), 'two{Enter}lines')
  await user.type(screen.getByLabelText('Secret'), 'hush')
  await user.clear(screen.getByLabelText('Count'))
  await user.click(screen.getByLabelText('Switch'))
  await user.selectOptions(screen.getByLabelText('Pick'), 'Three')
  await user.click(screen.getByLabelText('y'))
  await screen.findByRole('option', { name: 'Keepers' })
  await user.selectOptions(screen.getByLabelText('Holder'), 'Keepers')
  await press('Add to Lines')
  await user.type(screen.getByLabelText('Lines, line 1'), 'first')
  await press('Add to Table')
  await user.type(screen.getByLabelText(/^Name of row 1/), 'cell')
  await user.click(screen.getByLabelText('On of row 1'))
  await user.selectOptions(screen.getByLabelText('Level of row 1'), 'low')
  await user.type(screen.getByLabelText('Event of row 1'), 'db.*')
  await press('Add to Map')
  await user.type(screen.getByLabelText('Key 1 of Map'), 'k')
  await user.type(screen.getByLabelText('Worth 1 of Map'), 'v')
  await user.upload(screen.getByLabelText('File for Certificate'), new File(['pem'], 'a.pem'))
  await user.click(screen.getByLabelText('Odd'))
  await user.paste('{"any":[1]}')
  await press('Save')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toEqual({
    resource: [
      {
        name: 'it',
        label: 'It',
        description: null,
        is_active: true,
        type: 'every',
        config: {
          line: 'a line',
          long: 'two\nlines',
          secret: 'hush',
          count: null,
          on: false,
          pick: 3,
          some: ['y'],
          role_id: role.id,
          lines: ['first'],
          table: [{ name: 'cell', secret: null, on: false, level: 'low', event: 'db.*', action: 31 }],
          map: { k: 'v' },
          mask: 0,
          cert: 'pem',
          odd: { any: [1] },
        },
      },
    ],
  })
})

test('sends nothing while something is missing, and focuses the first error wherever it is', async () => {
  const { user, sent, press } = await open('/services/new?type=smtp_email')
  await user.type(await field(/^Label/), 'Mail')
  await press('Save')
  expect((await screen.findByRole('tab', { name: /^Config.*has errors/ })).getAttribute('aria-selected')).toBe('true')
  expect(await screen.findByText('Host is required.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Host/)))
  expect(sent).toEqual([])
})

test('opens the advanced settings on an error and keeps them open while it is corrected', async () => {
  const { user, press } = await open('/services/new?type=sqlite&section=config')
  const advanced = (await screen.findByText('Optional Advanced Settings')).closest('details')
  expect(advanced?.open).toBe(false)
  await press('Add to Driver Options')
  await user.type(screen.getByLabelText('Value 1 of Driver Options'), 'x')
  await press('Save')
  expect(await screen.findByText('Name is required for every value.')).toBeTruthy()
  await waitFor(() => expect(advanced?.open).toBe(true))
  await user.type(screen.getByLabelText('Name 1 of Driver Options'), 'x')
  await waitFor(() => expect(screen.queryByText('Name is required for every value.')).toBeNull())
  expect(advanced?.open).toBe(true)
})

test("shows a server's error at the setting's control", async () => {
  const refusal = {
    code: 400,
    context: { 'config.host': ['There is no such host.'] },
    message: 'Invalid data supplied.',
  }
  const { user, press } = await open(
    '/services/new?type=smtp_email&section=config',
    respondWith({ part: '/system/service?', verb: 'POST' }, 400, {
      error: { code: 1000, context: { error: [0], resource: [refusal] }, message: 'Batch Error.' },
    }),
  )
  await user.type(await field(/^Host/), 'nowhere')
  await user.click(await section('Info'))
  await user.type(await field(/^Label/), 'Mail')
  await press('Save')
  await waitFor(async () => expect((await field(/^Host/)).getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText('There is no such host.')).toBeTruthy()
})

test('never shows a stored secret, preserves an untouched one, and can replace or remove it', async () => {
  const id = await mailService('secrets')
  const { user, sent, press } = await open(`/services/${id}?section=config`)
  const password = await field('Password')
  expect([password.value, password.placeholder]).toEqual(['', 'Stored; type to replace'])
  await user.type(await field('From Name'), 'Shop')
  await press('Save')
  await screen.findByText('Service updated successfully.')
  expect(JSON.stringify(sent)).not.toContain(secretMask)
  expect(await configOf(id)).toMatchObject({ from_name: 'Shop', password: secretMask })
  await user.type(await field('Password'), 'new')
  await user.clear(await field('Password'))
  expect(screen.queryByText(/^Not saved yet/)).toBeNull()
  await press('Remove stored Password')
  await press('Save and Close')
  await waitFor(async () => expect(await configOf(id)).toMatchObject({ password: null }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('requires the stored secret again, at its field, when the host changes', async () => {
  const id = await mailService('moving')
  const { user, press } = await open(`/services/${id}?section=config`)
  await user.type(await field(/^Host/), '.org')
  await press('Save')
  await waitFor(async () => expect((await field('Password')).getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getAllByText(/password must be sent again, because host changes/)).not.toEqual([])
  await user.type(await field('Password'), 'known')
  await press('Save')
  await screen.findByText('Service updated successfully.')
  expect(await configOf(id)).toMatchObject({ host: 'mail.example.com.org' })
})

test('preserves the names when another type is chosen, and asks before settings are lost', async () => {
  const { user, press, address } = await open('/services/new?type=smtp_email')
  await user.type(await field(/^Label/), 'Shop')
  await user.click(await section('Config'))
  await user.type(await field(/^Host/), 'h')
  await user.click(screen.getByRole('link', { name: 'Create' }))
  await waitFor(() => expect(address()).toBe('/services/new'))
  expect((await field(/^Label/)).value).toBe('Shop')
  await press('Change type')
  const question = within(await screen.findByRole('alertdialog', { name: 'Choose another type?' }))
  await user.click(question.getByRole('button', { name: 'Discard settings' }))
  await user.type(await field('Select Service Type'), 'sqlite{Enter}')
  expect((await field(/^Namespace/)).value).toBe('shop')
  expect(address()).toContain('type=sqlite')
})

test('creates a copy without the secret', async () => {
  const id = await mailService('original')
  const { sent, press, user } = await open(`/services/new?copy=${id}`)
  expect((await field(/^Namespace/)).value).toBe('original_copy')
  await user.click(await section('Config'))
  expect((await field('Password')).placeholder).toBe('')
  await press('Save')
  await screen.findByText('Service saved successfully.')
  expect(sent[0]?.body).toMatchObject({
    resource: [{ name: 'original_copy', type: 'smtp_email', config: { password: null } }],
  })
})

test('links to the roles with a rule for the service, and back', async () => {
  const id = await mailService('ruled')
  const ruling = await instance.make.role({
    name: 'Postmasters',
    access: [{ service_id: id, component: '*', verbs: ['POST'] }],
  })
  await open(`/services/${id}`)
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Postmasters' })
  expect(link.getAttribute('href')).toBe(`/roles/${ruling.id}`)
  expect(screen.queryByRole('link', { name: /^Browse the data/ })).toBeNull()
  const unruled = await mailService('unruled')
  const { user, press } = await open(`/services/${unruled}`)
  await user.click(await screen.findByRole('link', { name: 'Create A Role' }))
  const form = within(await screen.findByRole('dialog', { name: 'Create Role' }))
  await user.type(await form.findByLabelText(/^Name/), 'Mail readers')
  await press('Save')
  await screen.findByText('Role saved successfully.')
  const { body } = await instance.send<{ resource: unknown[] }>(
    'GET',
    'system/role?filter=name="Mail readers"&related=role_service_access_by_role_id',
    as,
  )
  expect(body.resource).toMatchObject([
    { role_service_access_by_role_id: [{ service_id: unruled, component: '*', verb_mask: 1 }] },
  ])
})

test('opens and saves a service whose type the server does not list', async () => {
  const stored = {
    id: 900,
    name: 'odd',
    label: 'Odd',
    type: 'strange',
    is_active: true,
    config: { depth: 3, deep: { a: [1] } },
  }
  const { user, sent, press } = await open(
    '/services/900?section=config',
    respondWith({ part: '/system/service/900', verb: 'PUT' }, 200, stored),
    respondWith({ part: '/system/service/900', verb: 'GET' }, 200, stored),
  )
  await user.clear(await field('Depth'))
  await user.type(await field('Depth'), '4')
  await press('Save')
  await waitFor(() => expect(sent[0]).toEqual({ verb: 'PUT', body: { config: { depth: 4, deep: { a: [1] } } } }))
})

test('treats a text that the server masks as a secret, and copies no secrets of rows', async () => {
  const stored = {
    id: 900,
    name: 'odd',
    label: 'Odd',
    type: 'every',
    config: { line: 'x', long: secretMask, table: [{ name: 'n', secret: secretMask }] },
  }
  const answered = respondWith({ part: '/system/service/900' }, 200, stored)
  const { user } = await open('/services/900?section=config', answered)
  const long = await field('Long')
  expect([long.value, long.placeholder]).toEqual(['', 'Stored; type to replace'])
  await user.type(long, 'new')
  expect((await field('Long')).value).toBe('new')
  expect(screen.getByLabelText<HTMLInputElement>('Secret of row 1').placeholder).toBe('Stored; type to replace')
  const copy = await open(
    '/services/new?copy=900',
    answered,
    respondWith({ part: '/system/service?', verb: 'POST' }, 201, {}),
  )
  await copy.user.click(await section('Config'))
  await copy.press('Save')
  await waitFor(() => expect(copy.sent).toHaveLength(1))
  expect(JSON.stringify(copy.sent)).not.toContain(secretMask)
})
