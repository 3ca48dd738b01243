import { expect, it } from 'vitest'
import { connectors } from './connectors.ts'

function complaints(type: string, config: Readonly<Record<string, unknown>>): string[] {
  const kind = connectors.find(({ name }) => name === type)
  return Object.keys(kind?.check?.(config, { dataFolder: '', sysadmin: true }) ?? {})
}

it.each([['ftp_file', { container: 'files', passive: false }, 'passive']])('%s rejects %j', (type, config, setting) =>
  expect(complaints(type, config)).toEqual([setting]),
)

it.each([['ftp_file', { container: '/srv/files', passive: true }]])('%s accepts %j', (type, config) =>
  expect(complaints(type, config)).toEqual([]),
)
