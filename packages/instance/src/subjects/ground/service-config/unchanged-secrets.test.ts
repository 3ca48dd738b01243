import { secretMask } from '@millwright/contract/records/lookup'
import { describe, expect, test } from 'vitest'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { parseConfig } from './stored-config.ts'

const { send, root, parts } = sharedInstance()

interface Made {
  readonly id: number
  readonly config: Readonly<Record<string, unknown>>
}

let count = 0
async function made(type: string, config: unknown): Promise<Made> {
  count += 1
  const body = { resource: [{ name: `kept-${count}`, type, is_active: true, config }] }
  const answer = await send<{ resource: Made[] }>('POST', 'system/service?fields=*', { as: root, body })
  const [service] = answer.body.resource
  if (service === undefined) throw new Error(JSON.stringify(answer.body))
  return service
}

function change(id: number, config: unknown) {
  return send<{ config: Record<string, unknown>; error?: { context: unknown } }>(
    'PATCH',
    `system/service/${id}?fields=*`,
    { as: root, body: { config } },
  )
}

async function storedText(id: number): Promise<string> {
  const { config } = await parts.store.db
    .selectFrom('service')
    .select('config')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return config
}

const database = { host: 'db.example.test', port: 5432, database: 'shop', username: 'clerk', password: 'pw' }
const basic = { name: 'Authorization', value: 'Bearer secret-1' }

describe('a stored secret is rejected with', () => {
  test.each<[string, unknown, unknown, string]>([
    ['pgsql', database, { host: 'evil.example.test' }, 'password'],
    ['pgsql', database, { port: 5433 }, 'password'],
    ['pgsql', database, { database: 'other' }, 'password'],
    ['pgsql', database, { username: 'postgres' }, 'password'],
    ['pgsql', database, { ...database, host: 'evil.example.test', password: secretMask }, 'password'],
    ['mysql', database, { unix_socket: '/tmp/evil' }, 'password'],
    ['sqlsrv', database, { host: 'evil.example.test' }, 'password'],
    ['smtp_email', { host: 'mail.test', password: 'pw' }, { host: 'evil.test' }, 'password'],
    ['sftp_file', { host: 'f.test', container: '/', private_key: 'pk' }, { host: 'evil.test' }, 'private_key'],
    [
      'aws_s3',
      { region: 'eu-west-1', key: 'k', secret: 's', container: 'c' },
      { endpoint: 'https://evil.test' },
      'secret',
    ],
    ['cache_redis', { password: 'pw' }, { host: 'evil.test' }, 'password'],
    ['ldap', { host: 'd.test', base_dn: 'dc=x', password: 'pw' }, { host: 'evil.test' }, 'password'],
    ['rws', { base_url: 'https://a.test', headers: [basic] }, { base_url: 'https://evil.test' }, 'headers'],
    ['rws', { base_url: 'https://a.test', parameters: [basic] }, { base_url: 'https://evil.test' }, 'parameters'],
    ['rws', { base_url: 'https://a.test', headers: [basic] }, { options: { CURLOPT_PROXY: 'evil.test' } }, 'headers'],
    [
      'rws',
      { base_url: 'https://a.test', options: { USERPWD: 'a:b' } },
      { base_url: 'https://evil.test', options: { USERPWD: secretMask } },
      'options',
    ],
    ['rws', { base_url: 'https://a.test', headers: [basic] }, { base_url: '' }, 'headers'],
  ])('%s %j changed by %j', async (type, config, changed, field) => {
    const { id } = await made(type, config)
    const before = await storedText(id)
    const { status, body } = await change(id, changed)
    expect({ status, context: body.error?.context }).toEqual({
      status: 400,
      context: { [field]: [expect.stringContaining('must be sent again')] },
    })
    expect(await storedText(id)).toBe(before)
  })
})

test('a secret that is sent again, or cleared, may be used for another server', async () => {
  const { id } = await made('pgsql', database)
  expect((await change(id, { host: 'new.example.test', password: 'pw' })).status).toBe(200)
  expect((await change(id, { host: 'newer.example.test', password: null })).status).toBe(200)
  expect((await change(id, { host: 'newest.example.test' })).status).toBe(200)
})

test('a change that does not affect the destination keeps the secret', async () => {
  const { id } = await made('pgsql', database)
  const { status, body } = await change(id, { ...database, password: secretMask, max_records: 5 })
  expect({ status, config: body.config }).toMatchObject({
    status: 200,
    config: { password: secretMask, max_records: 5, host: database.host },
  })
})

describe('values of headers, parameters and options', () => {
  const config = {
    base_url: 'https://a.test',
    headers: [basic, { name: 'X-Twice', value: 'one' }, { name: 'X-Twice', value: 'two' }, { name: 'X-None' }],
    parameters: [{ name: 'api_key', value: 'secret-2', outbound: true }],
    options: { CURLOPT_TIMEOUT: 3, CURLOPT_USERPWD: 'ann:secret-3' },
  }
  const opened = (text: string) => parseConfig(text)

  test('are encrypted at rest and masked in responses', async () => {
    const service = await made('rws', config)
    expect(service.config).toMatchObject({
      headers: [{ value: secretMask }, { value: secretMask }, { value: secretMask }, { value: null }],
      parameters: [{ name: 'api_key', value: secretMask, outbound: true }],
      options: { CURLOPT_TIMEOUT: 3, CURLOPT_USERPWD: secretMask },
    })
    expect(await storedText(service.id)).not.toMatch(/secret-|"one"|"two"/)
  })

  test('stay when their masks are sent back in any order, and are deleted with their rows', async () => {
    const { id } = await made('rws', config)
    const masked = (name: string) => ({ name, value: secretMask })
    const headers = [masked('X-Twice'), { name: 'X-New', value: 'new' }, masked('Authorization'), masked('X-Unknown')]
    const { status } = await change(id, { headers, options: { CURLOPT_USERPWD: secretMask, CURLOPT_TIMEOUT: 9 } })
    expect(status).toBe(200)
    const stored = opened(await storedText(id))
    const values = Array.isArray(stored.headers) ? stored.headers.map(({ value }) => value) : []
    expect(values.map((value) => (value === null ? null : parts.vault.open(value)))).toEqual([
      'one',
      'new',
      'Bearer secret-1',
      null,
    ])
    expect(JSON.parse(parts.vault.open(String(stored.options)))).toEqual({
      CURLOPT_USERPWD: 'ann:secret-3',
      CURLOPT_TIMEOUT: 9,
    })
  })

  test('are still readable if they were stored before encryption was introduced', async () => {
    const { id } = await made('rws', config)
    const plain = { base_url: 'https://a.test', headers: [basic], options: { CURLOPT_TIMEOUT: 3 } }
    await parts.store.db
      .updateTable('service')
      .set({ config: JSON.stringify(plain) })
      .where('id', '=', id)
      .execute()
    const { body } = await change(id, { replace_link: true })
    expect(body.config).toMatchObject({ headers: [{ value: secretMask }], options: { CURLOPT_TIMEOUT: 3 } })
  })
})
