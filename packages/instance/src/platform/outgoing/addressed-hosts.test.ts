import { expect, test } from 'vitest'
import { addressedHosts } from './addressed-hosts.ts'

const fields = {
  host: { type: 'string', label: 'Host', authority: 'addresses', format: 'host' },
  port: { type: 'integer', label: 'Port', authority: 'plain' },
  dsn: { type: 'string', label: 'DSN', authority: 'addresses' },
} as const

test('settings that can name a host and do not are of this machine, as clients assume it', () => {
  for (const values of [{}, { host: null }, { host: '' }, { host: ' ', dsn: '' }, { host: null, port: 27_017 }])
    expect(addressedHosts(fields, values)).toMatchObject([{ name: 'localhost' }])
})

test('settings are of each host that they name, and of no other', () => {
  expect(addressedHosts(fields, { host: 'a.test,[::1]:81', port: 80 })).toEqual([
    { name: 'a.test', port: '80' },
    { name: '::1', port: '81' },
  ])
  expect(addressedHosts(fields, { host: '', dsn: 'mongodb://me:secret@b.test,c.test:9/x' })).toMatchObject([
    { name: 'b.test' },
    { name: 'c.test', port: '9' },
  ])
  const directory = { host: { ...fields.host, format: 'hosts' } } as const
  expect(addressedHosts(directory, { host: '127.0.0.1, ldaps://dc.test:636' })).toEqual([
    { name: '127.0.0.1', port: null },
    { name: 'dc.test', port: '636' },
  ])
  expect(addressedHosts({ account: fields.dsn }, { account: 'a1' })).toEqual([])
})
