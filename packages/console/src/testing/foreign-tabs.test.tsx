import { foreignServer } from '@millwright/instance/testing/foreign-server/foreign-server'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { tabNames, tabs } from '../app/tabs.ts'
import { visit } from './render-route.tsx'

const instance = sharedInstance()
const { root, send } = instance
const asked: { readonly path: string; readonly query: URLSearchParams; readonly status: number }[] = []
let listed: ReadonlySet<string>

const listening =
  (reach: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await reach(input, init)
    const { pathname, searchParams } = new URL(String(input), 'http://x')
    asked.push({ path: pathname.replace('/api/v2/', ''), query: searchParams, status: response.status })
    return response
  }

/** Visits a page with a foreign server, which by default lacks separately sold resources, or only those in `lacks`. */
const elsewhere = (path: string, lacks?: readonly string[]) =>
  visit(instance, path, {
    as: root,
    through: (reach) => listening(foreignServer(lacks === undefined ? {} : { lacks })(reach)),
  })

beforeAll(async () => {
  const response = await foreignServer()(instance.fetch)('/api/v2/system', {
    headers: { 'X-DreamFactory-Session-Token': root.token },
  })
  const { resource: known } = (await response.json()) as { resource: { name: string }[] }
  listed = new Set(known.map(({ name }) => name.split('/')[0] ?? ''))
  const { id } = await instance.make.service({ type: 'nodejs' })
  const task = { service_id: id, component: '*', frequency: 5, is_active: true }
  const resource = ['nightly', 'weekly'].map((name) => ({ ...task, name }))
  expect(await send('POST', 'system/scheduler', { as: root, body: { resource } })).toMatchObject({ status: 201 })
})

beforeEach(() => {
  asked.length = 0
})

const unlisted = () =>
  asked
    .filter(({ path }) => path.startsWith('system/') && !listed.has(path.split('/')[1] ?? ''))
    .map(({ path }) => path)

test.each(tabNames)('the tab %s requests only what the server lists', async (name) => {
  const { queryClient } = await elsewhere(tabs[name].path)
  await waitFor(() => expect(screen.queryAllByRole('heading', { level: 1 })).toHaveLength(1))
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(asked.some(({ path }) => path.startsWith('system'))).toBe(true)
  expect(unlisted()).toEqual([])
  expect(asked.filter(({ status }) => status >= 500)).toEqual([])
})

test('searches only what the server lists in the palette, and does not mention the rest', async () => {
  const { user } = await elsewhere('/home')
  await screen.findByRole('heading', { name: 'Home' })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox', { name: 'Search or jump to' }), 'file_man')
  await screen.findByRole('option', { name: /file_manager/ })
  expect(unlisted()).toEqual([])
  expect(screen.getByRole('status').textContent).toBe('')
})

test('shows in the palette what was not searched, and why', async () => {
  const { user } = await visit(instance, '/home', {
    as: root,
    through: (reach) => (input, init) =>
      String(input).includes('system/role?')
        ? Promise.resolve(Response.json({ error: { code: 500, message: 'Out of memory.' } }, { status: 500 }))
        : reach(input, init),
  })
  await screen.findByRole('heading', { name: 'Home' })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox', { name: 'Search or jump to' }), 'file_man')
  expect(await screen.findByText('Not searched: Roles. Out of memory.')).toBeTruthy()
})

test('reads whole tasks, after at most one failure, if selected fields cannot be read', async () => {
  const { user, queryClient } = await elsewhere('/scheduler?pageSize=1', [])
  const failures = () => asked.filter(({ status }) => status >= 500).length
  await screen.findByRole('link', { name: 'nightly' })
  expect((await screen.findAllByText('of 2')).length).toBeGreaterThan(0)
  expect(failures()).toBe(1)
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  await queryClient.invalidateQueries()
  expect(failures()).toBe(1)
})
