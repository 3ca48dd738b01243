import { testInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { rejectWith, respondWith } from '../../../testing/answering.ts'
import { type Visit, visit } from '../../../testing/render-route.tsx'
import { withoutFeatures } from '../../../testing/saying.ts'

const unreachable = 'mysql://nobody@127.0.0.1:9/till'

/** The instance reports a database at any URL. */
const found = respondWith({ part: 'system/service_check' }, 200, {
  success: true,
  reason: null,
  warnings: [],
  tables: 12,
})

async function connect({ user }: Visit, address: string) {
  const field = await screen.findByLabelText('Database URL')
  await user.clear(field)
  await user.type(field, address)
  await user.click(screen.getByRole('button', { name: 'Connect' }))
}

const stored = async ({ send, root }: Awaited<ReturnType<typeof testInstance>>) => {
  const { body } = await send<{ resource: { name: string; type: string }[] }>(
    'GET',
    'system/service?filter=created_by_id is not null&fields=name,type',
    { as: root },
  )
  return body.resource
}

test('an invalid URL is reported at its field', async () => {
  const instance = await testInstance()
  await connect(await visit(instance, '/home', { as: instance.root }), 'till')
  expect(await screen.findByText(/^Enter a URL such as/)).toBeTruthy()
  expect(await stored(instance)).toEqual([])
})

test('a database that does not respond is reported on the card, and only stored after confirmation', async () => {
  const instance = await testInstance()
  const page = await visit(instance, '/home', { as: instance.root })
  await connect(page, unreachable)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Not saved: the connection test failed.')
  expect(screen.getByLabelText<HTMLInputElement>('Database URL').value).toBe(unreachable)
  expect(await stored(instance)).toEqual([])
  await page.user.click(within(alert).getByRole('button', { name: 'Save anyway' }))
  expect((await screen.findByRole('link', { name: 'till' })).closest('p, div')?.textContent).toMatch(
    /^The service till is saved\./,
  )
  expect(await stored(instance)).toEqual([{ name: 'till', type: 'mysql' }])
})

test('people who may not test settings are informed, and can save them', async () => {
  const instance = await testInstance()
  const through = rejectWith({ part: 'system/service_check' }, 403, 'Not for you.')
  const page = await visit(instance, '/home', { as: instance.root, through })
  await connect(page, unreachable)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Not for you.')
  await page.user.click(within(alert).getByRole('button', { name: 'Save anyway' }))
  expect((await screen.findByRole('link', { name: 'till' })).closest('p, div')?.textContent).toMatch(
    /^The service till is saved\./,
  )
})

test('a lost connection is reported, keeps the input, and the card works again afterwards', async () => {
  const instance = await testInstance()
  let lost = true
  const page = await visit(instance, '/home', {
    as: instance.root,
    through: (reach) => (input, init) =>
      lost && init?.method === 'POST' && /system\/service(\?|$)/.test(String(input))
        ? Promise.reject(new TypeError('Failed to fetch'))
        : found(reach)(input, init),
  })
  await connect(page, 'mysql://nobody@db.test/till')
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Database URL').value).toBe('mysql://nobody@db.test/till')
  lost = false
  await page.user.click(screen.getByRole('button', { name: 'Connect' }))
  expect(await screen.findByText(/12 tables/)).toBeTruthy()
  expect(await stored(instance)).toEqual([{ name: 'till', type: 'mysql' }])
})

test('a duplicate name is reported at its field, and the input is kept', async () => {
  const instance = await testInstance()
  const page = await visit(instance, '/home', { as: instance.root, through: found })
  await connect(page, 'mysql://nobody@db.test/files')
  const name = await screen.findByLabelText<HTMLInputElement>('Name in URLs (required)')
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'))
  expect(name.value).toBe('files')
  await page.user.clear(name)
  await page.user.type(name, 'till')
  await page.user.click(screen.getByRole('button', { name: 'Connect' }))
  expect((await screen.findByRole('link', { name: 'till' })).closest('p, div')?.textContent).toMatch(
    /^The service till is saved\./,
  )
})

test('a database that responds is stored once, whatever the number of clicks, with a link to its tables', async () => {
  const instance = await testInstance()
  const { user, address } = await visit(instance, '/home', { as: instance.root, through: found })
  await user.type(await screen.findByLabelText('Database URL'), 'postgres://ann:x@db.test/till')
  await user.dblClick(screen.getByRole('button', { name: 'Connect' }))
  const told = await screen.findByText(/12 tables/)
  expect(told.textContent).toBe('12 tables: Browse · Grant access · API docs')
  expect(await stored(instance)).toEqual([{ name: 'till', type: 'pgsql' }])
  expect(address()).toBe('/home')
  await user.click(screen.getByRole('button', { name: 'Connect another' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Database URL')).value).toBe('')
})

test('an instance that cannot test settings stores the service, and the card shows the result of a first request', async () => {
  const instance = await testInstance()
  const page = await visit(instance, '/home', { as: instance.root, through: withoutFeatures })
  await connect(page, unreachable)
  expect((await screen.findByRole('alert')).textContent).toMatch(/^The service till is saved\. \S+/)
})
