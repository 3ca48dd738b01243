import type { ConfigDrift, ConfigPlan, ConfigRecord } from '@millwright/contract/wire/config'
import { describe, expect, it } from 'vitest'
import { bearer, createAccessToken } from '../../../testing/access-tokens.ts'
import { configCalls } from '../../../testing/config-calls.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { engines } from '../../../testing/test-store.ts'

const rule = (policy: string): ConfigRecord => ({ type: 'two_step', name: 'two_step', values: { policy } })
const contract = (name: string, values: object): ConfigRecord => ({
  type: 'schema_contract',
  name,
  values: { ...values },
})

describe.each(engines)('the rule for two-step sign-in in a folder, on %s', (engine) => {
  const instance = sharedInstance({ engine })
  const { send, root: as } = instance
  const { apply, plan, exported } = configCalls(instance)
  const policy = async () => (await send<{ policy: string }>('GET', 'system/two_step', { as })).body.policy

  it('is refused with a value or a name that there is none of, and by programs', async () => {
    const wrong = await plan([rule('sometimes')])
    expect(wrong).toMatchObject({ status: 400, body: { error: { context: { problems: [{ field: 'policy' }] } } } })
    const other = await plan([{ ...rule('off'), name: 'other' }])
    expect(other.body.error.message).toBe("two_step other: There is no setting 'other'. Known is two_step.")
    const token = bearer(await createAccessToken(instance, as, ['config:apply', 'config:programs'], 'ci'))
    const body = { format: 1, owner: 'default', records: [rule('everybody')] }
    for (const query of ['?plan=true', '']) {
      const answer = await send<{ error: { message: string } }>('POST', `system/config${query}`, { ...token, body })
      expect([answer.status, answer.body.error.message]).toEqual([
        403,
        'two_step two_step: An access token cannot change accounts or sign-in settings.',
      ])
    }
    const drift = await send<ConfigPlan>('POST', 'system/config?drift=true', { ...token, body })
    expect(drift.body.changes).toMatchObject([{ type: 'two_step', name: 'two_step' }])
    expect(await policy()).toBe('off')
  })

  it('is applied, exported, compared, and stays when it leaves the folder', async () => {
    expect((await exported()).filter(({ type }) => type === 'two_step')).toEqual([])
    expect((await apply([rule('allowed')])).body).toMatchObject({ changes: [{ action: 'create', type: 'two_step' }] })
    expect(await policy()).toBe('allowed')
    expect(await exported('default')).toEqual([rule('allowed')])
    expect((await apply([rule('allowed')])).body).toMatchObject({ changes: [], unchanged: 1 })
    await send('PUT', 'system/two_step', { as, body: { policy: 'off' } })
    expect((await send<ConfigDrift>('GET', 'system/config/drift', { as })).body.records).toMatchObject([
      { type: 'two_step', differences: [{ field: 'policy', from: 'allowed', to: null }] },
    ])
    expect((await apply([])).body.changes).toMatchObject([{ action: 'release', type: 'two_step' }])
    expect(await policy()).toBe('off')
    const entries = await instance.parts.store.db
      .selectFrom('audit')
      .select(['before', 'after'])
      .where('resource', '=', 'two_step')
      .execute()
    expect(entries).toHaveLength(2)
  })
})

describe.each(engines)('schema contracts in a folder, on %s', (engine) => {
  const here = sharedInstance({ engine, config: { sampleData: true } })
  const there = sharedInstance({ engine, config: { sampleData: true } })
  const contracts = (records: readonly ConfigRecord[]) => records.filter(({ type }) => type === 'schema_contract')

  async function audited({ parts }: typeof here): Promise<[string, unknown][]> {
    const entries = parts.store.db
      .selectFrom('audit')
      .select(['action', 'after'])
      .where('resource', '=', 'schema_contract')
    const found = await entries.orderBy('id').execute()
    return found.map(({ action, after }) => [action, JSON.parse(after ?? 'null')])
  }

  it('are refused without their service, with shapes that are none, and if they say nothing', async () => {
    const { plan, apply, exported } = configCalls(there)
    const problems = async (record: ConfigRecord) => (await plan([record])).body.error.context?.problems
    expect(await problems(contract('nowhere', { mode: 'auto' }))).toMatchObject([
      { name: 'nowhere', message: "There is no service 'nowhere' for 'name'." },
    ])
    for (const tables of [
      'product',
      [{ name: 'product' }],
      [{ name: 'product', label: 'x', primary_key: ['id'], fields: [{ name: 'id', label: 'x', type: 5 }] }],
      [{ name: 'product', label: 'x', primary_key: ['id'], fields: [], relationships: [{ name: 'x' }] }],
    ])
      expect(await problems(contract('sample', { mode: 'auto', tables })), JSON.stringify(tables)).toMatchObject([
        { field: 'tables', message: expect.stringContaining('must be a list of locked tables') },
      ])
    expect(await problems(contract('sample', { mode: 'always' }))).toMatchObject([{ field: 'mode' }])
    expect((await apply([contract('sample', {})])).body.error.message).toContain('neither a mode nor tables')
    expect(contracts(await exported())).toEqual([])
  })

  it('lock the same shapes elsewhere, follow changes, and unlock when they leave the folder', async () => {
    const { send, root: as } = here
    const path = 'system/schema_contract/sample'
    await send('PATCH', path, { as, body: { mode: 'strict', runtime_enforcement: 'shape_response' } })
    for (const table of ['product', 'sales_order']) await send('POST', `${path}/tables/${table}/lock`, { as })
    expect(await audited(here)).toMatchObject([
      ['created', { name: 'sample', mode: 'strict', runtime_enforcement: 'shape_response' }],
      ['modified', { tables: 'product 1' }],
      ['modified', { tables: 'product 1, sales_order 1' }],
    ])
    const records = contracts(await configCalls(here).exported())
    expect(records).toMatchObject([
      { name: 'sample', values: { mode: 'strict', tables: [{ name: 'product' }, { name: 'sales_order' }] } },
    ])
    expect(JSON.stringify(records)).not.toMatch(/→ \d/)
    const { apply, exported } = configCalls(there)
    expect((await apply(records)).body).toMatchObject({ changes: [{ action: 'create' }] })
    expect(await audited(there)).toMatchObject([['created', { mode: 'strict', tables: 'product 1, sales_order 1' }]])
    expect(contracts(await exported())).toEqual(records)
    const snapshot = async (of: typeof here, table: string) =>
      (await of.send<{ schema_hash: string }>('GET', `${path}/tables/${table}/snapshot`, { as: of.root })).body
    expect((await snapshot(there, 'product')).schema_hash).toBe((await snapshot(here, 'product')).schema_hash)
    const drift = await there.send('GET', path, { as: there.root })
    expect(drift.body).toMatchObject({ snapshot_counts: { active: 2 }, drift: { has_drift: false } })
    expect((await apply(records)).body).toMatchObject({ changes: [], unchanged: 1 })
    const [first] = records
    const { tables, ...rest } = first?.values ?? {}
    const fewer = contract('sample', { ...rest, tables: Array.isArray(tables) ? tables.slice(0, 1) : [] })
    expect((await apply([fewer])).body.changes).toMatchObject([{ differences: [{ field: 'tables' }] }])
    expect(await snapshot(there, 'product')).toMatchObject({ contract_version: 1 })
    expect((await apply([])).body.changes).toMatchObject([{ action: 'delete', type: 'schema_contract' }])
    expect(contracts(await exported())).toEqual([])
  })
})

describe('with the lock', () => {
  const instance = sharedInstance({ config: { configLock: true, sampleData: true } })
  const { send, root: as } = instance

  it('rule and contracts are only changed by their folder', async () => {
    const { apply } = configCalls(instance)
    const own = (policy: string, mode: string) => [rule(policy), contract('sample', { mode })]
    expect((await apply(own('allowed', 'auto'))).status).toBe(200)
    const path = 'system/schema_contract/sample'
    for (const [verb, to, body] of [
      ['PUT', 'system/two_step', { policy: 'off' }],
      ['PATCH', path, { mode: 'strict' }],
      ['DELETE', path, undefined],
      ['POST', `${path}/promote`, undefined],
      ['POST', `${path}/tables/product/lock`, undefined],
    ] as const) {
      const answer = await send<{ error: { message: string } }>(verb, to, { as, ...(body !== undefined && { body }) })
      expect([to, answer.status, answer.body.error.message]).toEqual([
        to,
        409,
        expect.stringContaining("is managed by 'default', in a folder. Change it there."),
      ])
    }
    expect((await send('POST', `${path}/tables/product/test`, { as })).status).toBe(200)
    expect((await apply(own('off', 'strict'))).status).toBe(200)
  })
})
