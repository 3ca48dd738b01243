import { restrictedAdmin } from '@millwright/instance/testing/restricted-admin'
import { testInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { rejectWith } from '../../../testing/answering.ts'
import { visit } from '../../../testing/render-route.tsx'
import { withoutFeatures } from '../../../testing/saying.ts'

async function twoApps() {
  const instance = await testInstance()
  const db = await instance.make.serviceId('db')
  const role = await instance.make.role({
    name: 'Readers',
    is_active: true,
    access: [{ service_id: db, component: '*', verbs: ['GET'] }],
  })
  const used = await instance.make.app({ name: 'Shop', role_id: role.id })
  await instance.make.app({ name: 'Forgotten' })
  await instance.send('GET', 'db/_table', { key: String(used.api_key) })
  await instance.send('DELETE', 'db/_table/orders', { key: String(used.api_key) })
  return instance
}
const rowOf = async (text: string) => (await screen.findByText(text)).closest('tr') ?? document.body

test('shows a plain list on servers without usage data', async () => {
  const instance = await twoApps()
  const refused = rejectWith({ part: 'system/access_usage' }, 404, 'There is no such resource.')
  await visit(instance, '/apps', { as: instance.root, through: (reach) => withoutFeatures(refused(reach)) })
  await rowOf('Shop')
  expect(screen.queryByRole('columnheader', { name: /Last Used/ })).toBeNull()
  expect(screen.queryByText('There is no such resource.')).toBeNull()
})

test('does not ask a server that does not list usage data', async () => {
  const instance = await twoApps()
  const asked: string[] = []
  const through =
    (reach: typeof fetch): typeof fetch =>
    async (input, init) => {
      const path = String(input)
      asked.push(path)
      const answer = await reach(input, init)
      if (!/\/system\/?(?:\?|$)/.test(path)) return answer
      const { resource }: { resource: { name: string }[] } = await answer.json()
      return Response.json({ resource: resource.filter(({ name }) => name !== 'access_usage') })
    }
  await visit(instance, '/apps', { as: instance.root, through: (reach) => withoutFeatures(through(reach)) })
  await rowOf('Shop')
  await waitFor(() => expect(asked.some((path) => /\/system\/?(?:\?|$)/.test(path))).toBe(true))
  expect(asked.filter((path) => path.includes('access_usage'))).toEqual([])
})

test('shows a plain list to an administrator without access to usage', async () => {
  const instance = await twoApps()
  const { person, key } = await restrictedAdmin(instance, ['apps'])
  await visit(instance, '/apps', { as: person, settings: { apiKey: key } })
  await rowOf('Shop')
  expect(screen.queryByRole('columnheader', { name: /Last Used/ })).toBeNull()
  expect(screen.queryByText(/Usage is for administrators/)).toBeNull()
})

test('requests only the visible rows for a full administrator', async () => {
  const instance = await twoApps()
  const asked: string[] = []
  const through =
    (reach: typeof fetch): typeof fetch =>
    (input, init) => {
      asked.push(decodeURIComponent(String(input)))
      return reach(input, init)
    }
  await visit(instance, '/apps', { as: instance.root, through })
  expect(await within(await rowOf('Shop')).findByText('just now')).toBeTruthy()
  expect(asked.filter((address) => address.includes('access_usage'))).toEqual([expect.stringContaining('ids=')])
})

test('shows when each record was last used, and finds unused ones', async () => {
  const instance = await twoApps()
  const asked: string[] = []
  const through =
    (reach: typeof fetch): typeof fetch =>
    (input, init) => {
      if (/system\/(?:app|access_usage)\?/.test(String(input))) asked.push(decodeURIComponent(String(input)))
      return reach(input, init)
    }
  const { user, address } = await visit(instance, '/apps', { as: instance.root, through })
  expect(await within(await rowOf('Shop')).findByText('just now')).toBeTruthy()
  expect(await within(await rowOf('Forgotten')).findByText('Never')).toBeTruthy()
  // Only visible rows are requested, whatever the total.
  const uses = asked.filter((address) => address.includes('access_usage'))
  expect(uses.every((address) => /[?&](?:ids=\d|limit=1)/.test(address))).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  const filter = within(await screen.findByRole('form', { name: 'Filter' }))
  await user.selectOptions(filter.getByLabelText('Column'), 'Usage')
  await user.selectOptions(filter.getByLabelText('Value'), 'Never used')
  await user.click(filter.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(screen.queryByText('Shop')).toBeNull())
  expect(await rowOf('Forgotten')).toBeTruthy()
  expect(address()).toMatch(/use(:|%3A)is(:|%3A)never/)
  expect(screen.getByRole('button', { name: 'Remove filter Never used' })).toBeTruthy()
  // The server filters them itself, whatever their number.
  const list = asked.filter((address) => address.includes('system/app?')).at(-1)
  expect(list).toContain('usage=never')
  expect(list).not.toContain('filter=')
})

test('shows recent use before something is deleted or deactivated', async () => {
  const instance = await twoApps()
  const { user } = await visit(instance, '/apps', { as: instance.root })
  await user.click(await screen.findByRole('button', { name: 'Actions for Shop' }))
  await user.click(await screen.findByRole('menuitem', { name: /^Delete/ }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(await question.findByText(/^2 requests in the last 30 days/)).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Cancel' }))

  await user.click(await screen.findByRole('link', { name: 'Forgotten' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Edit Forgotten' }))
  await user.click(await panel.findByRole('checkbox', { name: /^Active/ }))
  expect(await panel.findByText(/^No requests since/)).toBeTruthy()
})

test("shows an app's use in its form: totals, services and the latest rejections", async () => {
  const instance = await twoApps()
  const { user } = await visit(instance, '/apps', { as: instance.root })
  await user.click(await screen.findByRole('link', { name: 'Shop' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Edit Shop' }))
  await user.click(await panel.findByRole('tab', { name: 'Usage' }))
  const services = within(await panel.findByRole('region', { name: 'Services' }))
  expect((await services.findByRole('row', { name: /^db/ })).textContent).toMatch(/^db2/)
  const refused = within(await panel.findByRole('region', { name: 'Recently refused' }))
  expect(await refused.findByRole('link', { name: /^DELETE db/ })).toBeTruthy()
})
