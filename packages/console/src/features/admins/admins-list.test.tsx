import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { visit } from '../../testing/render-route.tsx'

const instance = sharedInstance()
beforeAll(async () => {
  for (let number = 1; number <= 120; number++)
    await instance.make.admin({
      email: `p${String(number).padStart(3, '0')}@example.test`,
      name: `Person ${number}`,
      is_active: number % 3 !== 0,
    })
})

const open = (path: string, options: Partial<Parameters<typeof visit>[2]> = {}) =>
  visit(instance, path, { as: instance.root, ...options })
const table = () => screen.findByRole('grid', { name: 'admins' })
/** Waits for the grid's rows. */
async function rows() {
  const grid = await table()
  await within(grid).findAllByRole('link')
  return grid
}
const emails = async () =>
  within(await rows())
    .getAllByRole('link')
    .map((link) => link.textContent)

test('requires signing in', async () => {
  const { address } = await open('/admins', { as: null })
  await screen.findByRole('button', { name: 'Login' })
  expect(address()).toContain('/login')
})

test('shows that the list is forbidden, with a link to Home', async () => {
  const { address } = await open('/admins', {
    through: (reach) => (input, init) =>
      String(input).includes('/system/admin?limit=101')
        ? Promise.resolve(Response.json({ error: { code: 500, message: 'Out of order.' } }, { status: 500 }))
        : reach(input, init),
  })
  expect(await screen.findByText(/There was an error loading data for the Admins tab/)).toBeTruthy()
  await waitFor(() => expect(address()).toBe('/home'))
})

test('shows that the instance does not respond, with a button to retry', async () => {
  let away = true
  const { user } = await open('/admins', {
    through: (reach) => (input, init) =>
      away && String(input).includes('/system/admin?') ? Promise.reject(new TypeError('failed')) : reach(input, init),
  })
  expect(await screen.findByText(/The instance is not responding/)).toBeTruthy()
  away = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await emails()).toContain('p001@example.test')
})

test('shows that a search has no results, with a button to clear it', async () => {
  const { user, address } = await open('/admins?filter=nobody-here')
  expect(await screen.findByText('You have no Admins that match your search criteria!')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('nobody-here')
  await user.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(await emails()).toContain('p001@example.test')
  expect(address()).toBe('/admins')
})

test('has the established columns, and renders rows before the count has loaded', async () => {
  let release = () => {}
  const counted = new Promise<void>((resolve) => {
    release = resolve
  })
  await open('/admins', {
    through: (reach) => async (input, init) => {
      if (String(input).includes('include_count')) await counted
      return reach(input, init)
    },
  })
  await screen.findByRole('columnheader', { name: /^Last Used/ })
  const columns = within(await rows()).getAllByRole('columnheader')
  expect(columns.map((column) => column.textContent).filter(Boolean)).toEqual([
    'ID',
    'Email',
    'Display Name',
    'First Name',
    'Last Name',
    'Active',
    'Last Used',
    'Registration',
    'Actions',
  ])
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Next page' }).hasAttribute('aria-disabled')).toBe(false),
  )
  expect(screen.getByText('1–100')).toBeTruthy()
  release()
  expect(await screen.findByText('of 121')).toBeTruthy()
})

test('reverses the order on the server on a second click on a column header', async () => {
  const { user, address } = await open('/admins')
  const heading = within(await table()).getByRole('button', { name: 'Email' })
  await user.click(heading)
  await waitFor(async () => expect((await emails())[0]).toBe('p001@example.test'))
  await user.click(heading)
  await waitFor(async () => expect((await emails())[0]).toBe('root@example.test'))
  expect(address()).toBe('/admins?sort=-email')
})

test('sorts the page by a column that the server does not sort by', async () => {
  await open('/admins?sort=confirmed')
  expect((await emails()).length).toBeGreaterThan(10)
  instance.failures.length = 0
})

test('searches immediately on Enter and updates the address', async () => {
  const { user, address } = await open('/admins')
  await table()
  await user.type(screen.getByRole('searchbox', { name: 'Search admins' }), 'person 11{Enter}')
  await waitFor(async () => expect((await emails())[0]).toBe('p011@example.test'))
  expect(address()).toBe('/admins?filter=person+11')
})

test('shows a filter as a chip and stores it in the address', async () => {
  const { user, address } = await open('/admins?where=is_active:is:false')
  const chip = await screen.findByRole('button', { name: 'Active is No' })
  expect(chip).toBeTruthy()
  await waitFor(async () => expect((await emails())[0]).toBe('p003@example.test'))
  await user.click(screen.getByRole('button', { name: 'Remove filter Active is No' }))
  await waitFor(async () => expect(await emails()).toContain('p001@example.test'))
  expect(address()).toBe('/admins')
})

test('pages through the list, and opens a link to a later page', async () => {
  const { user, address } = await open('/admins?page=2&sort=email')
  await waitFor(async () => expect((await emails())[0]).toBe('p101@example.test'))
  await user.click(screen.getByRole('button', { name: 'Previous page' }))
  await waitFor(async () => expect((await emails())[0]).toBe('p001@example.test'))
  expect(address()).toBe('/admins?sort=email')
})

test('moves between, selects and opens rows by keyboard', async () => {
  const { user, address } = await open('/admins?sort=email')
  const lines = within(await rows()).getAllByRole('row')
  lines[1]?.focus()
  await user.keyboard('{ArrowDown} {Shift>}{ArrowDown}{/Shift}')
  expect(await screen.findByText('2 selected')).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull())
  await user.keyboard('{Enter}')
  await screen.findByRole('dialog', { name: /Edit Person/ })
  expect(address()).toMatch(/^\/admins\/\d+\?sort=email$/)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement?.textContent).toContain('p003@example.test'))
  await user.keyboard('/{ArrowDown}')
  expect(document.activeElement?.textContent).toContain('p003@example.test')
})
