import type { Environment } from '@millwright/contract/wire/environment'
import { expect, test } from 'vitest'
import { infoText, systemInfo } from './system-info-view.tsx'

const environment: Environment = {
  platform: {
    license: 'GOLD',
    license_key: 'key-1',
    version: '1.0',
    db_driver: 'sqlite',
    sqlite_storage: '/data',
    cache_driver: 'redis',
    cache_path: '/cache',
    bitnami_demo: false,
    packages: [{ name: 'a', version: '1' }],
  },
  server: { server_os: 'linux', host: 'box' },
  client: { ip_address: '127.0.0.1' },
}

const labels = (parts: Partial<Parameters<typeof systemInfo>[0]> = {}) =>
  systemInfo({ environment, isAdmin: true, subscription: null, ...parts }).groups.map(({ title, lines }) => [
    title,
    ...lines.map(({ label }) => label),
  ])

test('omits lines for data that the instance does not report', () => {
  expect(systemInfo({ environment: {}, isAdmin: true, subscription: null })).toEqual({ groups: [], packages: null })
})

test('shows the licence, the version and the user to people who are not administrators', () => {
  expect(labels({ isAdmin: false })).toEqual([
    ['Instance', 'License Level', 'License Key', 'Version', 'Compatible Console'],
    ['Client', 'IP Address'],
  ])
  expect(systemInfo({ environment, isAdmin: false, subscription: null }).packages).toBeNull()
})

test('shows everything to administrators: the storage of SQLite, but no path of a cache that is not a file', () => {
  expect(labels({ subscription: { state: 'Active', renewalDate: '2027-01-01' } })).toEqual([
    [
      'Instance',
      'License Level',
      'License Key',
      'Subscription Status',
      'Subscription Expiration Date',
      'Version',
      'Compatible Console',
      'System Database',
      'Sqlite Storage',
      'Cache Driver',
      'Demo',
    ],
    ['Server', 'Operating System', 'Host'],
    ['Client', 'IP Address'],
  ])
})

test('has no key without a subscription', () => {
  const platform = { ...environment.platform, license: 'OPEN SOURCE' }
  expect(labels({ environment: { ...environment, platform } })[0]).not.toContain('License Key')
})

test('shows a failure to list the packages', () => {
  const info = systemInfo({
    environment: { platform: { packages: { error: 'no file' } } },
    isAdmin: true,
    subscription: null,
  })
  expect(infoText(info, false)).toBe('Installed Packages\nError: no file')
})

test('copies everything as text, and the key only if it is revealed', () => {
  const info = systemInfo({ environment, isAdmin: true, subscription: null })
  expect(infoText(info, false)).toContain('License Key: ••••••••')
  expect(infoText(info, false)).not.toContain('key-1')
  expect(infoText(info, true)).toContain('License Key: key-1')
  expect(infoText(info, true)).toContain('Installed Packages\na: 1')
})

test('says how scripts are isolated, if the instance has tried it', () => {
  const isolation = (script_weaknesses: unknown) => {
    const told = { runtime: { script_weaknesses } } as Environment
    const { groups } = systemInfo({ environment: told, isAdmin: true, subscription: null })
    return groups[0]?.lines.find(({ label }) => label === 'Script Isolation')?.value
  }
  for (const none of [undefined, null, 'network']) expect(isolation(none)).toBeUndefined()
  expect(isolation([])).toBe('Complete')
  expect(isolation(['data_folder', 'network'])).toBe(
    'Weaker: only their interpreter keeps scripts from using the network and seeing the data folder.',
  )
  expect(isolation(['clocks'])).toBe('Weaker: only their interpreter keeps scripts from clocks.')
})
