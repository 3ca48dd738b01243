import type { Limit } from '@millwright/contract/records/limit'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { respondWith } from '../../testing/answering.ts'
import { type Visit, visit } from '../../testing/render-route.tsx'

const instance = sharedInstance()
const { make, root, send, signIn } = instance
const open = (path: string, options: Partial<Parameters<typeof visit>[2]> = {}) =>
  visit(instance, path, { as: root, ...options })

async function limit(fields: object): Promise<Limit> {
  const record = { type: 'instance', rate: 10, period: 'hour', ...fields }
  const { status, body } = await send<{ resource: Limit[] }>('POST', 'system/limit?fields=*', {
    as: root,
    body: { resource: [record] },
  })
  if (!body.resource?.[0]) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body.resource[0]
}
const read = async (name: string) =>
  (await send<{ resource: Limit[] }>('GET', `system/limit?filter=name='${name}'`, { as: root })).body.resource[0]
const field = (name: RegExp | string) => screen.findByLabelText<HTMLInputElement>(name)
const choose = async ({ user }: Visit, label: RegExp | string, value: string) =>
  user.selectOptions(await field(label), value)
const pick = async ({ user }: Visit, label: RegExp, text: string) => {
  await user.click(await screen.findByRole('button', { name: label }))
  await user.type(await screen.findByRole('combobox', { name: /^Search/ }), text)
  await user.click(await screen.findByRole('option', { name: new RegExp(text) }))
}
const labels = () =>
  [...document.querySelectorAll('[role=dialog] form label')].map((label) =>
    label.textContent?.replace(' (required)', ''),
  )

async function caller(name: string) {
  const { id } = await make.role({ name, access: [{ service_id: 1, component: '*', verbs: ['GET'] }] })
  const app = await make.app({ name: `${name} app`, role_id: id })
  const person = await make.user({ name, email: `${name.toLowerCase()}@example.test` })
  return { id: person.id, as: { ...person, ...(await signIn(person, 'user')) }, key: app.api_key }
}

test('shows and sends only the fields of the chosen type', async () => {
  const page = await open('/limits/new')
  const person = await make.user({ name: 'Ada Ending', email: 'ada@example.test' })
  await page.user.type(await field(/^Limit Name/), 'Slow')
  const asked = async (type: string) => {
    await choose(page, /^Limit Type/, type)
    return labels().filter((label) => ['Service', 'User', 'Endpoint', 'Role'].includes(label ?? ''))
  }
  expect(await asked('instance')).toEqual([])
  expect(await asked('instance.each_user')).toEqual([])
  expect(await asked('instance.role')).toEqual(['Role'])
  expect(await asked('instance.each_user.service')).toEqual(['Service'])
  expect(await asked('instance.user.service.endpoint')).toEqual(['Service', 'User', 'Endpoint'])
  await pick(page, /^Service:/, 'system')
  await pick(page, /^User:/, 'Ada Ending')
  const endpoint = await field(/^Endpoint/)
  await waitFor(() => expect(endpoint.list?.options.length).toBeGreaterThan(5))
  expect([...(endpoint.list?.options ?? [])].map(({ value }) => value)).toContain('admin')
  await page.user.type(endpoint, 'adm')
  await page.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('The limit rate cannot be blank.', { selector: '[id$=error]' })).toBeTruthy()
  expect(screen.getByText('Please select a limit period.')).toBeTruthy()
  await page.user.type(await field(/^Limit Rate/), '0')
  await choose(page, /^Limit Period/, '30-day')
  await choose(page, 'Verb', 'PATCH')
  await choose(page, /^Limit Type/, 'instance.user')
  await page.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Limit saved successfully.')).toBeTruthy()
  expect(await read('Slow')).toMatchObject({
    type: 'instance.user',
    rate: 0,
    period: '30-day',
    verb: 'PATCH',
    is_active: true,
    user_id: person.id,
    service_id: null,
    endpoint: null,
  })
})

test('updates counters while visible, resets them immediately, and sorts by them', async () => {
  const { as, key, id } = await caller('Counted')
  await limit({ name: 'All calls', type: 'instance.user', user_id: id, period: 'day', rate: 4 })
  await limit({ name: 'Other calls', type: 'instance.service', service_id: 2 })
  const page = await open('/limits?filter=calls')
  expect(await screen.findByRole('img', { name: 'Counter of All calls: 0 / 4' })).toBeTruthy()
  for (let call = 0; call < 3; call++) await send('GET', 'system/environment', { as, key })
  expect((await send('GET', 'system/role', { as, key })).status).toBe(200)
  expect(await screen.findByRole('img', { name: 'Counter of All calls: 4 / 4' })).toBeTruthy()

  await page.user.click(screen.getByRole('button', { name: /Limit Counter/ }))
  await page.user.click(screen.getByRole('button', { name: /Limit Counter/ }))
  await waitFor(() =>
    expect(screen.getAllByRole('img', { name: /^Counter of/ })[0]?.getAttribute('aria-label')).toMatch(/All calls/),
  )

  await page.user.click(screen.getByRole('button', { name: 'Actions for All calls' }))
  await page.user.click(await screen.findByRole('menuitem', { name: 'Reset counter' }))
  const question = await screen.findByRole('alertdialog', { name: 'Clear counter for All calls?' })
  await page.user.click(within(question).getByRole('button', { name: 'Reset counter' }))
  expect(await screen.findByRole('img', { name: 'Counter of All calls: 0 / 4' })).toBeTruthy()
  expect((await send('GET', 'system/role', { as, key })).status).toBe(200)
})

test('lists users by usage for a limit on each user; changed counters do not prevent saving', async () => {
  const { id, name } = await limit({ name: 'Each', type: 'instance.each_user', rate: 3, period: 'minute' })
  const often = await caller('Often')
  const seldom = await caller('Seldom')
  const page = await open(`/limits/${id}?section=use`)
  expect(await screen.findByText(/users has made a request/)).toBeTruthy()
  for (const { as, key } of [seldom, often, often]) await send('GET', 'system/role', { as, key })
  const list = within(await screen.findByRole('list', { name: 'Usage by user' }))
  await waitFor(() =>
    expect(list.getAllByRole('img').map((image) => image.getAttribute('aria-label'))).toEqual([
      'Often: 2 / 3',
      'Seldom: 1 / 3',
    ]),
  )
  await page.user.click(screen.getByRole('tab', { name: 'Info' }))
  await page.user.type(await field('Description'), 'now')
  await page.user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Limit updated successfully.')).toBeTruthy()
  expect(await read(name)).toMatchObject({ description: 'now', rate: 3 })
})

test('explains in both views what an instance without limits needs', async () => {
  const asked: string[] = []
  const page = await open('/limits', {
    through: (reach) => (input, init) => {
      asked.push(String(input))
      const without = respondWith({ part: '/api/v2/system?' }, 200, { resource: [{ name: 'role' }] })
      return String(input).endsWith('/api/v2/system') ? without(reach)(`${input}?`, init) : reach(input, init)
    },
  })
  const heading = 'Access to Limits is available in the commercial product'
  expect(await screen.findByText(heading)).toBeTruthy()
  await page.user.click(screen.getByRole('link', { name: 'Create' }))
  expect(await screen.findByText(heading)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(asked.filter((address) => address.includes('/limit'))).toEqual([])
})

test('lists types in words, and numbers as the counter shows them', async () => {
  await limit({ name: 'Whole', type: 'instance.each_user', rate: 20_000 })
  await open('/limits?filter=Whole')
  const row = within((await screen.findByRole('link', { name: 'Whole' })).closest('tr') ?? document.body)
  row.getByText('Each User')
  row.getByText('20,000 / hour')
  row.getByRole('img', { name: 'Yes' })
})
