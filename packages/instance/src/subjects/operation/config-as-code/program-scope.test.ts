import { describe, expect, it } from 'vitest'
import { bearer, createAccessToken } from '../../../testing/access-tokens.ts'
import { restrictedAdmin } from '../../../testing/restricted-admin.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

const instance = sharedInstance({ config: { sampleData: true } })
const { send, root, parts } = instance
const script = 'sample._table.product.get.pre_process'
const records = [
  { type: 'event_script', name: script, values: { type: 'nodejs', content: 'return' }, file: `scripts/${script}.yaml` },
  { type: 'scheduler', name: 'Nightly', values: { service: 'sample', component: '_table', frequency: 60 } },
  { type: 'webhook', name: 'Told', values: { url: 'https://example.com/', events: ['sample.*'] } },
]
const body = { format: 1, owner: 'ci', records }

describe('the scope config:programs', () => {
  it('is only given with the one for applies, by full administrators', async () => {
    const asked = { name: 'ci', scopes: ['config:programs'], current_password: root.password }
    expect((await send('POST', 'user/access_token', { as: root, body: asked })).status).toBe(400)
    const { as, key: apiKey, person } = await restrictedAdmin(instance, ['packages'])
    const theirs = { ...asked, scopes: ['config:apply', 'config:programs'], current_password: person.password }
    expect(
      (await send('POST', 'user/access_token', { as, headers: { 'x-dreamfactory-api-key': apiKey }, body: theirs }))
        .status,
    ).toBe(403)
  })

  it('is named where an apply lacks it, which then changes nothing', async () => {
    const token = bearer(await createAccessToken(instance, root, ['config:apply'], 'plain'))
    for (const [record, query] of records.flatMap(
      (each) =>
        [
          [each, ''],
          [each, '?plan=true'],
        ] as const,
    )) {
      const answer = await send<{ error: { message: string } }>('POST', `system/config${query}`, {
        ...token,
        body: { ...body, records: [record] },
      })
      expect({ status: answer.status, message: answer.body.error.message }).toEqual({
        status: 403,
        message: expect.stringContaining("The access token 'plain' lacks the scope 'config:programs'"),
      })
    }
    const planning = bearer(await createAccessToken(instance, root, ['config:plan'], 'planning'))
    expect((await send('POST', 'system/config?plan=true', { ...planning, body })).status).toBe(200)
    expect(await parts.store.db.selectFrom('managed_record').select('name').execute()).toEqual([])
  })

  it('does not extend to roles that can write to system, as plans say, and nothing of a plan stays', async () => {
    const access = [{ service: 'system', component: 'user/*', verb_mask: ['GET', 'POST'] }]
    const role = { type: 'role', name: 'Of users', values: { is_active: true, access }, file: 'roles/Of users.yaml' }
    const lookup = { type: 'lookup', name: 'beside', values: { value: 'x' } }
    for (const scopes of [['config:plan'], ['config:apply', 'config:programs']] as const) {
      const token = bearer(await createAccessToken(instance, root, scopes, 'pipeline'))
      const asked = { ...token, body: { ...body, records: [lookup, role] } }
      const answer = await send<{ error: object }>('POST', 'system/config?plan=true', asked)
      expect([answer.status, answer.body.error]).toMatchObject([
        403,
        {
          context: {
            problems: [{ name: 'Of users', message: expect.stringContaining("it allows writes to 'system'") }],
          },
        },
      ])
    }
    const equal = ['one', 'two'].map((name) => ({
      type: 'limit',
      name,
      values: { type: 'instance', rate: 5, period: 'minute' },
    }))
    const limits = await send<{ error: object }>('POST', 'system/config?plan=true', {
      as: root,
      body: { ...body, records: equal },
    })
    expect([limits.status, limits.body.error]).toMatchObject([
      expect.any(Number),
      { context: { problems: [{ name: 'two' }] } },
    ])
    expect(limits.status).toBeLessThan(500)
    for (const table of ['lookup', 'limit', 'managed_record'] as const)
      expect(await parts.store.db.selectFrom(table).select('name').execute(), table).toEqual([])
    expect(
      (await send('POST', 'system/config?plan=true', { as: root, body: { ...body, records: [role] } })).status,
    ).toBe(200)
  })

  it('applies what runs later, with the rights of a program, and allows nothing else', async () => {
    const token = bearer(await createAccessToken(instance, root, ['config:apply', 'config:programs'], 'deploy'))
    expect(await send('POST', 'system/config', { ...token, body })).toMatchObject({
      status: 200,
      body: { applied: true },
    })
    const rows = await parts.store.db
      .selectFrom('event_script')
      .select(['author_id', 'author_app_id'])
      .where('name', '=', script)
      .execute()
    expect(rows).toEqual([{ author_id: root.id, author_app_id: 0 }])
    const change = { resource: [{ name: 'other._table.get.pre_process', type: 'nodejs', content: 'return' }] }
    expect((await send('POST', 'system/event_script', { ...token, body: change })).status).toBe(403)
    expect((await send('POST', 'user/password', { ...token, body: {} })).status).toBe(403)
    const reserved = {
      type: 'event_script',
      name: 'user.session.post.pre_process',
      values: { type: 'nodejs', content: 'return' },
    }
    const more = { ...body, records: [...records, reserved] }
    expect((await send('POST', 'system/config', { ...token, body: more })).status).toBe(403)
  })
})
