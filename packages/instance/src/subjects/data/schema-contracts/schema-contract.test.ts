import type { Verb } from '@millwright/contract/verbs'
import { describe, expect, test } from 'vitest'
import { forEachEngine } from '../../../testing/databases/for-each-engine.ts'
import { restrictedAdmin } from '../../../testing/restricted-admin.ts'
import { testClock } from '../../../testing/test-clock.ts'
import { sharedInstance, testInstance } from '../../../testing/test-instance.ts'
import { schemaCalls } from '../databases/suite/schema-calls.ts'
import { sharedServiceOn } from '../databases/suite/service-on.ts'

const address = 'system/schema_contract'

interface Answer {
  readonly [name: string]: unknown
  readonly error: { readonly message: string }
  readonly resource: readonly Record<string, unknown>[]
}

describe('schema contracts', () => {
  const instance = sharedInstance()
  const { send, root, make } = instance
  const call = (verb: Verb, path: string, body?: unknown) => send<Answer>(verb, `${address}${path}`, { as: root, body })

  test('are for full administrators', async () => {
    expect((await send('GET', address, {})).status).toBe(400)
    expect((await send('GET', address, { as: await make.user() })).status).toBe(400)
    const restricted = await restrictedAdmin(instance, ['schema/data', 'services', 'config'])
    expect((await send('GET', address, restricted)).status).toBe(403)
    expect((await send('POST', `${address}/db/tables/contact/lock`, restricted)).status).toBe(403)
    const access = [
      { service_id: await make.serviceId('system'), component: '*', verbs: ['GET', 'POST', 'PATCH'] },
    ] as const
    const role = await make.role({ name: 'all of system', access })
    const { api_key: key } = await make.app({ role_id: role.id })
    const caller = { as: await make.user(), key }
    for (const path of ['', '/db', '/db/tables', '/db/diff', '/db/tables/contact/snapshots']) {
      expect((await send('GET', `${address}${path}`, caller)).status, path).toBe(403)
    }
    expect((await send('POST', `${address}/db/tables/contact/lock`, caller)).status).toBe(403)
    expect((await send('PATCH', `${address}/db`, { ...caller, body: { mode: 'strict' } })).status).toBe(403)
  })

  test('exist for services with tables only, and reject invalid requests', async () => {
    expect((await call('GET', '/nothing')).status).toBe(404)
    expect((await call('GET', '/files')).body.error.message).toBe("The service 'files' has no tables to lock.")
    expect((await call('POST', '')).status).toBe(400)
    expect((await call('GET', '/db/nothing')).status).toBe(404)
    expect((await call('POST', '/db/diff')).status).toBe(400)
    expect((await call('POST', '/db/tables/nothing/lock')).status).toBe(404)
    expect((await call('GET', '/db/tables/nothing/snapshots')).status).toBe(404)
    expect((await call('GET', '/db/tables/nothing/diff')).status).toBe(404)
    expect((await call('PATCH', '/db', { runtime_enforcement: 'strict' })).status).toBe(400)
    expect((await call('PATCH', '/db', { mode: 'always' })).status).toBe(400)
    expect((await call('PATCH', '/db', { mode: 'auto', archive_retention_count: -1 })).status).toBe(400)
    expect((await call('POST', '/db/promote')).status).toBe(400)
    expect((await call('DELETE', '/db/tables/nothing')).body).toEqual({ result: 'no_active_snapshot' })
  })

  test('respond with what is stored while the database is unavailable', async () => {
    const config = { host: '127.0.0.1', port: 1, database: 'x', username: 'x', password: 'x' }
    await send('POST', 'system/service', { as: root, body: { name: 'away', type: 'pgsql', is_active: true, config } })
    expect((await call('GET', '/away')).body).toMatchObject({ drift: null, describe_error: expect.any(String) })
    expect((await call('GET', '/away/tables')).body).toMatchObject({ tables: [], describe_error: expect.any(String) })
    expect((await call('GET', '/away/diff')).status).toBe(503)
    expect((await call('GET', '')).body.services).toContainEqual(
      expect.objectContaining({ name: 'away', mode: 'none', snapshot_counts: { active: 0, archived: 0, total: 0 } }),
    )
  })
})

forEachEngine('a locked table', (on) => {
  const service = sharedServiceOn(on)
  const { send, root, make } = service.instance
  const { done } = schemaCalls(service)
  const contract = async (verb: Verb, path: string, body?: unknown) => {
    const answer = await send<Answer>(verb, `${address}/db${path}`, { as: root, body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body
  }
  const rows = (verb: Verb, path: string, body?: unknown, as: object = { as: root }) =>
    send<Answer>(verb, `db/_table/contact${path}`, { ...as, body })

  test('keeps its shape for callers when the table gets new columns', async () => {
    await done('POST', '', {
      resource: [
        {
          name: 'contact',
          field: [
            { name: 'id', type: 'id' },
            { name: 'name', type: 'string', length: 40 },
          ],
        },
      ],
    })
    expect((await rows('POST', '', { resource: [{ name: 'Ada' }] })).status).toBe(200)
    expect(await contract('POST', '/tables/contact/test')).toMatchObject({
      would_be_action: 'locked',
      would_be_version: 1,
    })
    expect(await contract('POST', '/tables/contact/lock')).toMatchObject({
      lock_result: 'locked',
      contract_version: 1,
      status: 'active',
      service_name: 'db',
      table_name: 'contact',
      schema: { name: 'contact', primary_key: ['id'] },
    })
    expect(await contract('POST', '/tables/contact/lock')).toMatchObject({ lock_result: 'no_change' })

    await done('POST', '/contact/_field', {
      resource: [{ name: 'secret', type: 'string', length: 20, allow_null: true }],
    })
    await rows('PATCH', '?filter=name=Ada', { resource: [{ secret: 'hidden' }] })
    expect((await rows('GET', '')).body.resource[0]).toHaveProperty('secret', 'hidden')

    await contract('PATCH', '', { mode: 'auto', runtime_enforcement: 'shape_response' })
    expect((await rows('GET', '')).body.resource).toEqual([{ id: 1, name: 'Ada' }])
    for (const asked of ['?fields=secret', '?filter=secret=hidden', '?order=secret', '?group=secret']) {
      expect((await rows('GET', asked)).status, asked).toBe(400)
    }
    expect((await rows('POST', '?fields=*', { resource: [{ name: 'Bob', secret: 'x' }] })).body.resource).toEqual([
      { id: 2, name: 'Bob' },
    ])
    expect(await contract('GET', '')).toMatchObject({
      mode: 'auto',
      drift: { has_drift: true, has_breaking: false, tables_with_drift: 1, summary: { additive_count: 1 } },
    })
    const docs = await send<{ components: { schemas: object } }>('GET', 'api_docs/db?expand=true', { as: root })
    expect(JSON.stringify(docs.body)).not.toContain('secret')
  })

  test('still applies row filters of roles to hidden columns', async () => {
    const { id: role_id } = await make.role({
      access: [{ service_id: service.serviceId, component: '_table/*', verbs: ['GET'] }],
    })
    const filters = [{ name: 'secret', operator: '=', value: 'hidden' }]
    const access = {
      service_id: service.serviceId,
      component: '_table/*',
      verb_mask: 1,
      requestor_mask: 1,
      filters,
      filter_op: 'AND',
    }
    const changed = await send('PATCH', `system/role/${role_id}?related=role_service_access_by_role_id`, {
      as: root,
      body: { role_service_access_by_role_id: [access] },
    })
    expect(changed.status).toBe(200)
    const app = await make.app({ role_id })
    const { body, status } = await rows('GET', '', undefined, { key: app.api_key })
    expect([status, body]).toEqual([200, { resource: [{ id: 1, name: 'Ada' }] }])
  })

  test('rejects writes to hidden columns in strict mode', async () => {
    await contract('PATCH', '', { runtime_enforcement: 'strict' })
    const refused = await rows('POST', '', { resource: [{ name: 'Eve', secret: 'x', other: 1 }] })
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body)).toContain(
      "Field 'secret' cannot be written: the shape of the table is locked.",
    )
    expect((await rows('POST', '', { resource: [{ name: 'Eve' }] })).status).toBe(200)
  })

  test('follows harmless changes automatically, and others on request', async () => {
    expect(await contract('POST', '/promote')).toMatchObject({
      promoted: [{ table: 'contact', from_version: 1, to_version: 2 }],
      needs_review: [],
    })
    expect((await rows('GET', '?fields=secret')).status).toBe(200)
    await done('DELETE', '/contact/_field/secret')
    // Nullable values stay nullable as long as they are only read.
    const read = await rows('GET', '?order=id,secret&limit=1')
    expect([read.status, read.body.resource]).toEqual([200, [{ id: 1, name: 'Ada', secret: null }]])
    expect((await rows('GET', '?fields=secret&filter=secret=hidden')).body.resource).toEqual([])
    expect((await rows('POST', '?fields=*', { resource: [{ name: 'Fay' }] })).body.resource).toMatchObject([
      { name: 'Fay', secret: null },
    ])
    const lost = "no longer has the field 'secret', which its locked shape requires: see"
    for (const enforcement of ['strict', 'shape_response']) {
      await contract('PATCH', '', { runtime_enforcement: enforcement })
      const written = await rows('PATCH', '?filter=id=1', { resource: [{ SECRET: 'x' }] })
      expect([written.status, written.body.error.message]).toEqual([
        409,
        `The table 'contact' ${lost} system/schema_contract/db/tables/contact/diff.`,
      ])
    }
    await contract('PATCH', '', { runtime_enforcement: 'off' })
    expect((await rows('PATCH', '?filter=id=1', { resource: [{ secret: 'x', name: 'Ada' }] })).status).toBe(200)
    await contract('PATCH', '', { runtime_enforcement: 'strict' })
    expect(await contract('POST', '/promote')).toMatchObject({
      promoted: [],
      needs_review: [{ table: 'contact', version: 2, reason: 'breaking_drift', has_breaking: true }],
    })
    expect(await contract('GET', '/tables/contact/diff')).toMatchObject({
      has_breaking: true,
      changes: [{ kind: 'field.removed', severity: 'breaking', path: 'fields.secret' }],
    })
    expect((await send('POST', `${address}/db/tables/contact/lock`, { as: root })).status).toBe(409)
    expect(await contract('POST', '/tables/contact/lock?force=1')).toMatchObject({
      lock_result: 'promoted',
      contract_version: 3,
    })
    expect((await rows('GET', '')).status).toBe(200)
  })

  test('keeps its versions until it is unlocked', async () => {
    const { versions } = await contract('GET', '/tables/contact/snapshots')
    expect(versions).toMatchObject([
      { contract_version: 3, status: 'active' },
      { contract_version: 2, status: 'archived' },
      { contract_version: 1, status: 'archived' },
    ])
    expect(await contract('GET', '/tables/contact/snapshots/1')).toMatchObject({ schema: { fields: [{}, {}] } })
    expect(await contract('GET', '/tables/contact/openapi')).toMatchObject({
      source: 'snapshot',
      snapshot_version: 3,
      schema_name: 'contact',
      schema: { properties: { id: {}, name: {} } },
    })
    expect(await contract('GET', '/openapi')).toMatchObject({
      sources: { contact: { source: 'snapshot', version: 3 } },
    })
    await contract('PATCH', '', { archive_retention_count: 1 })
    await done('PATCH', '/contact', { label: 'People' })
    expect(await contract('POST', '/promote')).toMatchObject({ promoted: [{ table: 'contact', to_version: 4 }] })
    expect(await contract('GET', '')).toMatchObject({ snapshot_counts: { active: 1, archived: 1, total: 2 } })

    await done('DELETE', '/contact')
    expect(await contract('GET', '/diff')).toMatchObject({
      summary: { tables_with_breaking: 1 },
      tables: [{ name: 'contact', changes: [{ kind: 'table.removed' }] }],
    })
    expect(await contract('POST', '/promote')).toMatchObject({ needs_review: [{ reason: 'table_removed' }] })
    expect(await contract('DELETE', '')).toEqual({
      service: 'db',
      result: 'unlocked',
      snapshots_archived: 1,
      service_config_removed: true,
    })
    expect(await contract('GET', '')).toMatchObject({ mode: 'none', drift: { has_drift: false } })
  })
})

test('drift is known at the first request, and later without waiting for the database', async () => {
  const clock = testClock(Date.now())
  const { send, root, parts } = await testInstance({ clock })
  const done = async (verb: Verb, path: string, body?: unknown) =>
    expect((await send(verb, path, { as: root, body })).status).toBeLessThan(300)
  const asked = async () => {
    const { body } = await send<Answer>('GET', `${address}?drift=last`, { as: root })
    const [service] = (body.services as readonly { name: string }[]).filter(({ name }) => name === 'db')
    return Reflect.get(Object(service), 'drift') as unknown
  }
  const field = [{ name: 'id', type: 'id' }]
  await done('POST', 'db/_schema', { resource: [{ name: 'letter', field }] })
  expect(await asked()).toBeNull()
  await done('POST', `${address}/db/tables/letter/lock`)
  expect(await asked()).toMatchObject({ has_drift: false, describe_error: null, checked_at: expect.any(String) })
  await done('DELETE', 'db/_schema/letter')
  expect(await asked()).toMatchObject({ has_drift: false })
  clock.advance(300)
  await asked()
  await parts.background.idle()
  expect(await asked()).toMatchObject({ has_drift: true, has_breaking: true, tables_with_breaking: 1 })
})
