import { beforeAll, describe, expect, it } from 'vitest'
import { sharedInstance } from '../test-instance.ts'
import { type Exchange, recordedExchanges, resolve, resolveText, valueAt } from './exchange.ts'
import { differences } from './shape.ts'

/** Additional members in responses of this instance. */
const more = new Set([
  'ldap_username',
  'adldap',
  'oauth_provider',
  'saml',
  'allow_user_update',
  'allow_admin_update',
  'password_min_length',
  'features',
  'last_used_date',
  'available',
  'unavailable_reason',
  'trial',
  'cron',
  'next_run_date',
  'api_key',
  'db_functions',
  'request_id',
  'aliases',
  'spec_url',
  'filters_rows',
  'kind',
  'owner_id',
  'expires_at',
  'self_rotate',
  'previous_key_until',
  'key_hidden',
])

const instance = sharedInstance()
const kept = new Map<string, string | number>()

beforeAll(async () => {
  const { root, parts } = instance
  const db = await parts.store.db.selectFrom('service').select('id').where('name', '=', 'db').executeTakeFirstOrThrow()
  kept.set('root', root.token).set('rootId', root.id).set('dbId', db.id)
})

function replay({ as, key, method, path, headers = {}, body }: Exchange) {
  return instance.send(method, resolveText(path, kept), {
    headers,
    ...(as === 'nobody' ? {} : { as: { token: String(kept.get(as) ?? as) } }),
    ...(key === undefined ? {} : { key: resolveText(key, kept) }),
    ...(body === undefined ? {} : { body: resolve(body, kept) }),
  })
}

describe('requests that clients send to other instances', () => {
  it.each(recordedExchanges())('get the same response: $note ($method $path)', async (exchange) => {
    const { status, headers, body } = await replay(exchange)
    expect({ status, body }).toEqual({ status: exchange.status, body })
    if (exchange.shape !== undefined) expect(differences(body, exchange.shape, more)).toEqual([])
    if (exchange.says !== undefined) expect(valueAt(body, 'error.message')).toContain(exchange.says)
    if (exchange.columns !== undefined) {
      expect(headers['content-type']).toMatch(/^text\/csv/)
      expect(String(body).split('\n')[0]?.split(',')).toEqual(expect.arrayContaining([...exchange.columns]))
    }
    if (exchange.elements !== undefined) {
      expect(headers['content-type']).toMatch(/^application\/xml/)
      expect([...new Set(String(body).match(/(?<=<)\w+(?=>)/g))].sort()).toEqual(exchange.elements)
    }
    expect(headers['content-disposition']).toBe(exchange.disposition)
    for (const [name, at] of Object.entries(exchange.keep ?? {})) {
      const value = valueAt(body, at)
      if (typeof value === 'string' || typeof value === 'number') kept.set(name, value)
    }
  })
})
