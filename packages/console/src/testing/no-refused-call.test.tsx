import { type AccessTab, accessTabs } from '@millwright/contract/access/tabs'
import { restrictedAdmin } from '@millwright/instance/testing/restricted-admin'
import { testInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visit } from './render-route.tsx'

const paths: Readonly<Record<AccessTab, readonly string[]>> = {
  apps: ['/apps', '/apps/new'],
  users: ['/users', '/users/new'],
  services: ['/services', '/services/new'],
  apidocs: ['/apidocs'],
  'schema/data': ['/schema/db', '/data/db'],
  files: ['/files'],
  scripts: ['/scripts'],
  config: ['/config/cors', '/config/email-templates'],
  packages: ['/packages'],
  limits: ['/limits', '/limits/new'],
  scheduler: ['/scheduler', '/scheduler/new'],
  usage: [],
  'data-history': [],
  webhooks: ['/config/webhooks'],
}

/** Opens addresses as a restricted administrator of a tab; returns the calls that were refused. */
async function refusedAt(tab: AccessTab, addresses: readonly string[], seen: () => Promise<unknown>) {
  const instance = await testInstance()
  await instance.make.service({ name: 'shop', type: 'sqlite' })
  const { person, key: apiKey } = await restrictedAdmin(instance, [tab])
  const refused: string[] = []
  let calls = 0
  const through =
    (reach: typeof fetch): typeof fetch =>
    async (input, init) => {
      calls += 1
      const response = await reach(input, init)
      if (response.status === 403) refused.push(`${init?.method} ${input}`)
      return response
    }
  for (const path of addresses) {
    const { queryClient } = await visit(instance, path, { as: person, settings: { apiKey }, through })
    await seen()
    let before = -1
    await waitFor(() => {
      const isQuiet = calls === before && queryClient.isFetching() === 0
      before = calls
      expect(isQuiet).toBe(true)
    })
  }
  return refused
}

test.each(accessTabs)('a restricted administrator of %s makes no call that is refused', async (tab) => {
  const addresses = ['/home', '/config', ...paths[tab]]
  expect(await refusedAt(tab, addresses, () => screen.findByRole('main'))).toEqual([])
})

test('addresses of services that a restricted administrator may not use are refused without a call', async () => {
  const addresses = ['/data/shop/orders', '/schema/shop/table/orders', '/schema/shop', '/data/shop']
  const seen = () => screen.findByRole('heading', { name: 'You do not have access to this page' })
  expect(await refusedAt('schema/data', addresses, seen)).toEqual([])
})
