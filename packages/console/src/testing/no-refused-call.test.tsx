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

test.each(accessTabs)('a restricted administrator of %s makes no call that is refused', async (tab) => {
  const instance = await testInstance()
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
  for (const path of ['/home', '/config', ...paths[tab]]) {
    const { queryClient } = await visit(instance, path, { as: person, settings: { apiKey }, through })
    await screen.findByRole('main')
    let before = -1
    await waitFor(() => {
      const isQuiet = calls === before && queryClient.isFetching() === 0
      before = calls
      expect(isQuiet).toBe(true)
    })
  }
  expect(refused).toEqual([])
})
