import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { visit } from './render-route.tsx'

const instance = sharedInstance()
const { root, make, send } = instance
beforeAll(async () => {
  await make.role({ name: 'clerk' })
  await make.user({ name: 'Ben' })
  const create = (path: string, record: object) => send('POST', path, { as: root, body: { resource: [record] } })
  await create('system/limit', { name: 'calm', type: 'instance', rate: 5, period: 'hour', is_active: true })
  const call = { service_id: 1, component: 'environment', verb: 'GET', verb_mask: 1, frequency: 60 }
  await create('system/scheduler', { name: 'nightly', is_active: true, ...call })
})

beforeEach(() => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(width < 640px)',
    addEventListener() {},
    removeEventListener() {},
  }))
})

test.for([
  ['/services', ['Name', 'Active']],
  ['/apps', ['Name', 'Active']],
  ['/admins', ['Email', 'Active']],
  ['/users', ['Email', 'Active']],
  ['/roles', ['Name', 'Active']],
  ['/limits', ['Limit Name', 'Limit Counter']],
  ['/scheduler', ['Name', 'Active', 'Log']],
  ['/reports', ['Service Name', 'Action']],
  ['/reports/audit', ['Action', 'Record']],
] as const)('%s shows what matters most in a narrow window', async ([path, columns]) => {
  await visit(instance, path, { as: root })
  const heads = await screen.findAllByRole('columnheader')
  expect(heads.map(({ textContent }) => textContent)).toEqual(['', ...columns, 'Actions'])
})
