import { accessTabs } from '@millwright/contract/access/tabs'
import { expect, test } from 'vitest'
import { grantedTabs, isEveryTab, offeredTabs, withTab } from './tab-choice.tsx'

test('extra tabs are offered by instances that have them, and are not needed for unrestricted access', () => {
  expect(offeredTabs(() => false)).toEqual(accessTabs)
  expect(offeredTabs((name) => name === 'webhooks')).toEqual([...accessTabs, 'webhooks'])
  expect(isEveryTab(accessTabs)).toBe(true)
  expect(isEveryTab([...accessTabs.slice(1), 'webhooks'])).toBe(false)
  expect(withTab(['users'], 'webhooks', true)).toEqual(['users', 'webhooks'])
  expect(grantedTabs(['webhooks', 'users'])).toEqual(['users', 'webhooks'])
})

test('unknown tabs are ignored, and the order is that of the API', () => {
  expect(grantedTabs(['roles', 'users', 'apps'])).toEqual(['apps', 'users'])
  expect(grantedTabs(undefined)).toEqual(accessTabs)
  expect(withTab(['users'], 'apps', true)).toEqual(['apps', 'users'])
  expect(withTab(['apps', 'users'], 'apps', false)).toEqual(['users'])
})
