import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { visit } from '../../testing/render-route.tsx'

const instance = sharedInstance({ config: { sampleData: true } })
const { root, send, make } = instance
const open = (path: string) => visit(instance, path, { as: root })

beforeAll(async () => {
  const service_id = await make.serviceId('sample')
  await make.role({ name: 'Lists tags', access: [{ service_id, component: '_table/tag', verbs: ['GET'] }] })
  await make.role({ name: 'Elsewhere', access: [{ service_id, component: '_table/product/*', verbs: ['GET'] }] })
})

test('shows that no role has access to a table', async () => {
  await open('/access/sample?component=_table/staff')
  expect(await screen.findByText('No role has access to staff')).toBeTruthy()
})

test('shows a role that can list but not open records, and grants the missing access', async () => {
  const { user } = await open('/access/sample?component=_table/tag')
  const row = within(await screen.findByRole('row', { name: /^Lists tags/ }))
  expect(row.getByText('List only, not single records')).toBeTruthy()
  expect(row.getByText('_table/tag')).toBeTruthy()
  expect(screen.queryByRole('row', { name: /^Elsewhere/ })).toBeNull()
  await user.click(await screen.findByRole('button', { name: /^Role/ }))
  await user.click(await screen.findByRole('option', { name: /^Lists tags/ }))
  await user.click(screen.getByRole('button', { name: 'Grant access' }))
  await waitFor(() => expect(screen.queryByText('List only, not single records')).toBeNull())
  const query = 'system/role?filter=name="Lists tags"&related=role_service_access_by_role_id'
  const { body } = await send<{ resource: [{ role_service_access_by_role_id: object[] }] }>('GET', query, { as: root })
  expect(body.resource[0].role_service_access_by_role_id).toMatchObject([
    { component: '_table/tag', verb_mask: 1 },
    { component: '_table/tag/*', verb_mask: 1 },
  ])
})

test('links to the role, and to a new one that starts with the table', async () => {
  const { user, address } = await open('/data/sample/product')
  await user.click(await screen.findByRole('link', { name: 'Access' }))
  expect((await screen.findByRole('link', { name: 'Elsewhere' })).getAttribute('href')).toMatch(
    /^\/roles\/\d+\?section=access$/,
  )
  await user.click(screen.getByRole('button', { name: 'New role' }))
  await waitFor(() => expect(address()).toMatch(/^\/roles\/new\?.*table=product/))
})
