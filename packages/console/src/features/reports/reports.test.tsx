import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { respondWith } from '../../testing/answering.ts'
import { visit } from '../../testing/render-route.tsx'

const instance = sharedInstance()
const { root, send } = instance
const open = (path: string, options: Partial<Parameters<typeof visit>[2]> = {}) =>
  visit(instance, path, { as: root, ...options })

async function make(resource: string, record: object): Promise<number> {
  const body = { resource: [record] }
  const answer = await send<{ resource: { id: number }[] }>('POST', `system/${resource}`, { as: root, body })
  return answer.body.resource[0]?.id ?? 0
}
const rowOf = async (text: string) => (await screen.findByText(text)).closest('tr') ?? document.body

test('lists service reports with all fields, searches texts and numbers, and offers neither deletion nor import', async () => {
  const id = await make('service', { name: 'shop', type: 'local_email' })
  await send('PATCH', `system/service/${id}`, { as: root, body: { label: 'Shop' } })
  const { user } = await open(`/reports?filter=${id}`)
  const row = await rowOf('Service modified')
  const cells = within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
  expect(cells).toEqual(expect.arrayContaining([String(id), 'shop', root.email, 'Service modified', 'PATCH']))
  expect(within(row).getByText('just now').title).toMatch(/\b20\d\d\b/)
  await user.click(within(row).getByRole('button', { name: /^Actions for/ }))
  expect(await screen.findByRole('menuitem', { name: /^Open/ })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: /^Delete/ })).toBeNull()
  await user.keyboard('{Escape}')
  expect(screen.getByRole('button', { name: 'Export…' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Import…' })).toBeNull()
})

test('shows no audit log for servers without one', async () => {
  const environment = { platform: { version: '7', license: 'GOLD' }, apps: [{ id: 1, name: 'admin' }] }
  await open('/reports', { through: respondWith({ part: '/system/environment' }, 200, environment) })
  await screen.findByRole('heading', { name: 'Reports' })
  expect(screen.queryByRole('link', { name: 'Audit log' })).toBeNull()
})

test('shows the values before and after a change, and reverts it', async () => {
  const id = await make('role', { name: 'Packers', description: 'old words' })
  await send('PATCH', `system/role/${id}`, { as: root, body: { description: 'new words' } })
  const { user } = await open(`/roles/${id}`)
  await user.click(await screen.findByRole('link', { name: 'History' }))
  const row = await rowOf('description')
  await user.click(within(row).getByRole('link', { name: 'Packers' }))
  const panel = await screen.findByRole('dialog', { name: 'Role Packers' })
  expect((await within(panel).findByText('old words')).tagName).toBe('DEL')
  expect(within(panel).getByText('new words').tagName).toBe('INS')
  expect(within(panel).getByText(root.email)).toBeTruthy()
  await user.click(within(panel).getByRole('button', { name: 'Revert' }))
  const question = await screen.findByRole('alertdialog')
  await user.click(within(question).getByRole('button', { name: 'Revert' }))
  expect(await screen.findByText('The change was reverted.')).toBeTruthy()
  const { body } = await send('GET', `system/role/${id}`, { as: root })
  expect(body).toMatchObject({ description: 'old words' })
})
