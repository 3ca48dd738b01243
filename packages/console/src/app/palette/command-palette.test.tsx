import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { rejectWith } from '../../testing/answering.ts'
import { instanceWithParts } from '../../testing/parts.ts'
import { type Visit, visit } from '../../testing/render-route.tsx'

const { instance } = instanceWithParts()
const { root, send } = instance

async function ask({ user }: Visit, text: string) {
  await screen.findByRole('heading', { level: 1 })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox', { name: 'Search or jump to' }), text)
}
const option = (name: string | RegExp) => screen.findByRole('option', { name })
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent ?? '')

test('a restricted administrator is offered only what their tabs allow', async () => {
  const person = { email: 'palette@example.test', password: 'password of palette' }
  const record = { ...person, first_name: 'P', is_restricted_admin: true, access_by_tabs: ['schema/data'] }
  expect((await send('POST', 'system/admin', { as: root, body: record })).status).toBe(201)
  const { body } = await send<{ resource: { name: string; api_key: string }[] }>('GET', 'system/app', { as: root })
  const apiKey = body.resource.find(({ name }) => name === 'admin')?.api_key ?? ''
  const page = await visit(instance, '/home', { as: person, settings: { apiKey } })
  await ask(page, 'create')
  await option(/^Create table/)
  await option(/^Create record/)
  expect(options().filter((text) => /Create (user|role|app|service|admin)/.test(text))).toEqual([])
  await page.user.clear(screen.getByRole('combobox'))
  await page.user.keyboard('explain')
  await waitFor(() => expect(options()).toEqual([]))
})

test('a locked console offers no actions that create records', async () => {
  const page = await visit(instance, '/home', { as: root, settings: { readOnly: true } })
  await ask(page, 'create user')
  expect(await screen.findByText('No results for “create user”.')).toBeTruthy()
})

test('a database that does not respond is named, the others are searched, and the next opening does not wait for it again', async () => {
  let asked = 0
  const rejected = rejectWith({ part: 'db/_schema' }, 503, 'The server is away.')
  const through: typeof rejected = (next) => {
    const reject = rejected(next)
    return (input, init) => {
      if (String(input).includes('/db/_schema')) asked += 1
      return reject(input, init)
    }
  }
  const page = await visit(instance, '/home', { as: root, through })
  await ask(page, 'file_m')
  await option(/^file_manager/)
  expect(await screen.findByText('Not searched: Tables of Database. The server is away.')).toBeTruthy()
  expect(asked).toBe(1)
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Search or jump to' })).toBeNull())
  await ask(page, 'file_ma')
  await option(/^file_manager/)
  expect(await screen.findByText('Not searched: Tables of Database. The server is away.')).toBeTruthy()
  expect(asked).toBe(1)
})

test.each([
  ['create user', /^Create user/, '/users/new'],
  ['audit', /^Audit log/, '/reports/audit'],
  ['open offer', /^offer/, '/data/db/offer'],
])('“%s” finds the screen for it', async (text, name, place) => {
  const page = await visit(instance, '/home', { as: root })
  await ask(page, text)
  await page.user.click(await option(name))
  await waitFor(() => expect(page.address()).toBe(place))
})

test('an option that is pressed stays where it is until the release, although more is found meanwhile', async () => {
  const pressed = Promise.withResolvers<void>()
  const page = await visit(instance, '/home', {
    as: root,
    through: (reach) => async (input, init) => {
      if (String(input).includes('system/app?')) await pressed.promise
      return reach(input, init)
    },
  })
  const { user, address } = page
  await ask(page, 'fil')
  const files = await option(/^Files ?files$/)
  await user.pointer({ keys: '[MouseLeft>]', target: files })
  const listed = options()
  pressed.resolve()
  await waitFor(() => expect(screen.getByRole('dialog').querySelector('[class*=spinner]')).toBeNull())
  expect(options()).toEqual(listed)
  await user.pointer({ keys: '[/MouseLeft]', target: files })
  await waitFor(() => expect(address()).toMatch(/^\/services\/\d+$/))
})

test('a record is found by table and text with the keyboard alone, and is listed as recent afterwards', async () => {
  const page = await visit(instance, '/home', { as: root })
  await ask(page, 'find rec')
  await page.user.keyboard('{Enter}part')
  await waitFor(() => expect(options()).toEqual(['part…db']))
  await page.user.keyboard('{Enter}gea')
  await option(/^gear/)
  await waitFor(() => expect(options()).toHaveLength(1))
  await page.user.keyboard('{Enter}')
  await waitFor(() => expect(page.address()).toBe('/data/db/part?record=3'))
  // A browser keeps a panel that opens behind the palette from taking the focus; the simulated one does not.
  await screen.findByRole('dialog', { name: /^gear/ })
  await page.user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox', { name: 'Search or jump to' })
  expect(options()[0]).toMatch(/^gear.*3$/)
})

test('Enter right after the last letter opens what was typed, not what is still listed', async () => {
  const page = await visit(instance, '/home', { as: root })
  await ask(page, 'find rec')
  await page.user.keyboard('{Enter}part{Enter}')
  await screen.findByRole('combobox', { name: /part/ })
  await page.user.keyboard('gea{Enter}')
  await waitFor(() => expect(page.address()).toBe('/data/db/part?record=3'))
})

test('an operation is opened through its service; Backspace and Escape go one step back', async () => {
  const page = await visit(instance, '/home', { as: root })
  await ask(page, 'operation')
  await page.user.keyboard('{Enter}')
  await screen.findByRole('combobox', { name: 'Open API operation: Choose a service' })
  await option(/^Database…/)
  await page.user.keyboard('{Backspace}')
  await screen.findByRole('combobox', { name: 'Search or jump to' })
  await page.user.keyboard('operation{Enter}datab')
  await waitFor(() => expect(options()).toHaveLength(1))
  await page.user.keyboard('{Enter}{Escape}datab')
  await waitFor(() => expect(options()).toHaveLength(1))
  await page.user.keyboard('{Enter}get offer')
  await page.user.click(await option(/^GET \/db\/_table\/offer\b/))
  await waitFor(() => expect(page.address()).toMatch(/^\/apidocs\/db\/\w/))
})

test('the theme is switched and the key of an app copied in place', async () => {
  const page = await visit(instance, '/home', { as: root })
  await ask(page, 'dark')
  await page.user.click(await option('Use dark theme'))
  expect(document.documentElement.dataset.theme).toBe('dark')
  await ask(page, 'theme')
  await page.user.click(await option("Use the system's theme"))
  expect(document.documentElement.dataset.theme).toBeUndefined()
  const { body } = await send<{ resource: { name: string; api_key: string }[] }>('GET', 'system/app', { as: root })
  const app = body.resource.find(({ name }) => name === 'file_manager')
  await ask(page, 'copy key')
  await page.user.keyboard('{Enter}file_m')
  await waitFor(() => expect(options()).toEqual(['file_manager']))
  await page.user.keyboard('{Enter}')
  expect(await screen.findByText('API key of file_manager copied.')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(app?.api_key)
})
