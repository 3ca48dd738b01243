import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { visit } from '../../testing/render-route.tsx'

const instance = await sharedInstance()
const portal = await instance.make.app({ name: 'Portal' })
const reader = await instance.make.role({ name: 'Reader' })
const relations = 'lookup_by_user_id,user_to_app_to_role_by_user_id'

const ask = <Body,>(verb: string, path: string, body?: unknown) =>
  instance.send<Body>(verb, path, { as: instance.root, ...(body !== undefined && { body }) })
const users = async () =>
  (await ask<{ resource: Record<string, unknown>[] }>('GET', `system/user?related=${relations}&order=email`)).body
    .resource
const emails = async () => (await users()).map(({ email }) => email)

const saved: Blob[] = []
beforeEach(() => {
  saved.length = 0
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}` }))
})
afterEach(async () => {
  vi.unstubAllGlobals()
  const ids = (await users()).map(({ id }) => ({ id }))
  if (ids.length > 0) await ask('DELETE', 'system/user', { resource: ids })
})

async function openImport(content: string, name: string, options: Partial<Parameters<typeof visit>[2]> = {}) {
  const page = await visit(instance, '/users', { as: instance.root, ...options })
  await page.user.click(await screen.findByRole('button', { name: 'Import…' }))
  await page.user.upload(await screen.findByLabelText(/Choose a file/), new File([content], name))
  return page
}
const table = (rows: readonly string[]) =>
  ['email,name', ...rows.map((email, at) => `${email},Person ${at}`)].join('\n')
const many = (count: number) => Array.from({ length: count }, (_, at) => `p${String(at).padStart(4, '0')}@example.test`)

test('every bad row is named, and nothing of the file is kept', async () => {
  const rows = many(30).with(4, 'no address').with(20, 'p0000@example.test').with(29, '')
  const { user } = await openImport(table(rows), 'people.csv')
  await user.click(screen.getByRole('button', { name: 'Import' }))
  expect(await screen.findByText('3 rows were refused; nothing was imported.')).toBeTruthy()
  for (const row of ['5', '21', '30']) expect(screen.getByRole('cell', { name: row })).toBeTruthy()
  expect(await emails()).toEqual([])
})

test('a file that is too large for one piece is said to be, and goes in pieces', async () => {
  const tooLarge = { error: { code: 413, message: 'The body is longer than this server accepts.' } }
  const { user } = await openImport(table(many(3)), 'people.csv', {
    through: (reach) => (input, init) =>
      String(input).includes('rollback=true') && init?.method === 'POST'
        ? Promise.resolve(Response.json(tooLarge, { status: 413 }))
        : reach(input, init),
  })
  await user.click(screen.getByRole('button', { name: 'Import' }))
  expect(await screen.findByText(/more than the instance takes in one piece/)).toBeTruthy()
  await user.selectOptions(screen.getByLabelText('When a row is refused'), 'Import the other rows')
  await user.click(screen.getByRole('button', { name: 'Import' }))
  expect(await screen.findByText('Users imported successfully.')).toBeTruthy()
  expect(await emails()).toEqual(many(3))
})

test('the good rows of many are imported piece by piece, and the bad ones are named by their place in the file', async () => {
  const rows = many(1100).with(7, 'bad').with(1050, 'worse')
  const { user } = await openImport(table(rows), 'people.csv')
  await user.selectOptions(screen.getByLabelText('When a row is refused'), 'Import the other rows')
  await user.click(screen.getByRole('button', { name: 'Import' }))
  expect(await screen.findByText(/of 1,100 rows/)).toBeTruthy()
  expect(await screen.findByText('2 rows were refused; the others were imported.')).toBeTruthy()
  expect(screen.getByRole('cell', { name: '1051' })).toBeTruthy()
  expect(await emails()).toHaveLength(1098)
})

test('an import is stopped between two pieces', async () => {
  let pieces = 0
  const { user } = await openImport(table(many(1100)), 'people.csv', {
    through: (reach) => async (input, init) => {
      if (init?.method !== 'POST' || ++pieces === 1) return reach(input, init)
      return new Promise((_, reject) => {
        init.signal?.addEventListener('abort', () => reject(new DOMException('Stopped.', 'AbortError')))
      })
    },
  })
  await user.selectOptions(screen.getByLabelText('When a row is refused'), 'Import the other rows')
  await user.click(screen.getByRole('button', { name: 'Import' }))
  await screen.findByText('500 of 1,100 rows')
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  expect(await screen.findByText('500 rows were imported.')).toBeTruthy()
  expect(await emails()).toHaveLength(500)
})

test.each(['CSV', 'JSON'])('what is exported as %s comes back with roles and lookup keys', async (format) => {
  const before = {
    email: 'ann@example.test',
    name: 'Ann "the" Lee,\nDr.',
    phone: '=1',
    is_active: false,
    lookup_by_user_id: [{ name: 'region', value: 'north, "far"' }],
    user_to_app_to_role_by_user_id: [{ app_id: portal.id, role_id: reader.id }],
  }
  await ask('POST', 'system/user', { resource: [before] })
  const [ann] = await users()
  const { user } = await visit(instance, '/users', { as: instance.root })
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: format }))
  await waitFor(() => expect(saved).toHaveLength(1))
  const content = (await saved[0]?.text()) ?? ''
  await ask('DELETE', `system/user/${ann?.id}`)

  const page = await openImport(content, `user.${format.toLowerCase()}`)
  await page.user.click(screen.getByRole('button', { name: 'Import' }))
  expect(await screen.findByText('Users imported successfully.')).toBeTruthy()
  expect(await users()).toMatchObject([before])
})
