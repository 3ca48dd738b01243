import type { ConfigDrift, ConfigRecord } from '@millwright/contract/wire/config'
import { beforeAll, expect, it } from 'vitest'
import { configCalls } from '../../../../testing/config-calls.ts'
import { forEachEngine } from '../../../../testing/databases/for-each-engine.ts'
import { execute } from '../../../../testing/databases/library.ts'
import type { TestInstance } from '../../../../testing/test-instance.ts'
import { sharedServiceOn } from '../../../data/databases/suite/service-on.ts'

const table = (name: string, values: object): ConfigRecord => ({
  type: 'table',
  name: `db/${name}`,
  values: { ...values },
})
const integer = { type: 'integer' }
const bin = table('bin', {
  fields: {
    row_no: { type: 'integer', is_primary_key: true },
    place: { type: 'string', length: 5, is_primary_key: true },
    label: { type: 'string', length: 20, allow_null: true },
  },
  primary_key: ['place', 'row_no'],
})
const reference = {
  type: 'reference',
  fields: ['bin_place', 'bin_row'],
  ref_table: 'bin',
  ref_fields: ['place', 'row_no'],
  ref_on_delete: 'CASCADE',
}
const unique = { type: 'unique', fields: ['code', 'bin_row'] }
const index = { type: 'index', fields: ['bin_row', 'code'] }
const thing = table('thing', {
  fields: {
    code: { type: 'integer', is_primary_key: true },
    bin_place: { type: 'string', length: 5, allow_null: true },
    bin_row: { type: 'integer', allow_null: true },
  },
  keys: [reference, index, unique],
})
const tables = (records: readonly ConfigRecord[]) => records.filter(({ type }) => type === 'table')

forEachEngine('keys of several fields', (on) => {
  const here = sharedServiceOn(on)
  const there = sharedServiceOn(on)
  const one = configCalls(here.instance)
  const other = configCalls(there.instance)
  const described = async ({ send, root: as }: TestInstance, path: string) =>
    (await send<{ primary_key: string[]; keys?: object[] }>('GET', `db/_schema/${path}`, { as })).body
  beforeAll(async () => {
    for (const sql of [
      'CREATE TABLE [bin] ([row_no] integer NOT NULL, [place] varchar(5) NOT NULL, [label] varchar(20), PRIMARY KEY ([place], [row_no]))',
      'CREATE TABLE [thing] ([code] integer NOT NULL, [bin_place] varchar(5), [bin_row] integer, PRIMARY KEY ([code]), UNIQUE ([code], [bin_row]), FOREIGN KEY ([bin_place], [bin_row]) REFERENCES [bin] ([place], [row_no]) ON DELETE CASCADE)',
      'CREATE INDEX [ix] ON [thing] ([bin_row], [code])',
    ])
      await execute({ database: here.database, engine: on.engine }, sql)
  })

  it('are in the files of tables, and the same elsewhere', async () => {
    const own = tables(await one.exported(undefined, 'db'))
    const [first, second] = own
    expect(first?.values).toEqual(bin.values)
    expect(second?.values).toMatchObject({ keys: [reference, index, unique] })
    const made = await other.apply(own)
    expect(made.body).toMatchObject({ applied: true })
    expect(tables(await other.exported())).toEqual(own)
    for (const name of ['bin', 'thing']) {
      const from = await described(here.instance, name)
      const to = await described(there.instance, name)
      expect([to.primary_key, to.keys]).toEqual([from.primary_key, from.keys])
    }
    expect((await other.apply(own)).body).toMatchObject({ changes: [], unchanged: 2 })
  })

  it('are refused with their place if they name what is not there', async () => {
    const withKeys = (...keys: unknown[]) => table('thing', { ...thing.values, keys })
    for (const [record, field, message] of [
      [withKeys({ ...unique, typ: 'x' }), 'keys.0.typ', "There is no 'typ'. Did you mean 'type'?"],
      [withKeys({ ...unique, type: 'primary' }), 'keys.0.type', "'type' must be one of unique, index, reference."],
      [withKeys({ ...unique, fields: ['code'] }), 'keys.0.fields', "'fields' must name several fields"],
      [withKeys({ ...unique, fields: ['code', 'no'] }), 'keys.0.fields', "The table has no field 'no'."],
      [withKeys(unique, unique), 'keys.1', 'The key is there twice.'],
      [
        withKeys({ ...reference, ref_fields: ['place'] }),
        'keys.0',
        "A reference needs 'ref_table', and in 'ref_fields'",
      ],
      [table('thing', { ...thing.values, keys: 'x' }), 'keys', "'keys' must be a list"],
      [table('bin', { ...bin.values, primary_key: ['place'] }), 'primary_key', ': row_no, place.'],
      [
        withKeys({ ...reference, ref_fields: ['place', 'no'] }),
        undefined,
        "the field 'no' of 'bin', which does not exist",
      ],
      [withKeys({ ...reference, ref_table: 'no' }), undefined, "refers to the table 'no', which does not exist"],
      [table('bin', { ...bin.values, primary_key: null }), undefined, 'which cannot be changed'],
    ] as const)
      expect((await other.plan([record], { prune: false })).body.error?.context?.problems, message).toMatchObject([
        { name: record.name, ...(field && { field }), message: expect.stringContaining(message) },
      ])
  })

  it('are added, dropped and noticed as drift', async () => {
    const own = tables(await other.exported())
    const [ownBin, ownThing] = own
    const label = { type: 'index', fields: ['label', 'row_no'] }
    const wider = [table('bin', { ...ownBin?.values, keys: [label] }), ownThing]
    expect((await other.plan(wider)).body.changes).toMatchObject([
      { action: 'change', name: 'db/bin', differences: [{ field: 'keys', from: null, to: [label] }] },
    ])
    expect((await other.apply(wider)).body).toMatchObject({ applied: true })
    expect((await described(there.instance, 'bin')).keys).toMatchObject([label])
    expect((await other.apply(own, { prune: false })).body.changes).toEqual([])
    const { send, root: as } = there.instance
    expect((await send('PATCH', 'db/_schema/bin', { as, body: { keys: [] } })).status).toBe(200)
    const { body } = await send<ConfigDrift>('GET', 'system/config/drift', { as })
    expect(body.records).toMatchObject([{ name: 'db/bin', differences: [{ field: 'keys', to: null }] }])
    expect((await other.apply(own)).body.changes).toEqual([])
    const lean = [ownBin, table('thing', { ...ownThing?.values, keys: [unique] })]
    expect((await other.apply(lean)).body).toMatchObject({
      applied: true,
      changes: [{ differences: [{ field: 'keys' }] }],
    })
    expect((await described(there.instance, 'thing')).keys).toEqual([unique])
    expect((await other.apply(own)).body).toMatchObject({ applied: true })
    expect((await other.apply(own)).body.changes).toEqual([])
    expect((await described(there.instance, 'thing')).keys).toEqual((await described(here.instance, 'thing')).keys)
  })

  it('lead in circles', async () => {
    const id = { a: { ...integer, is_primary_key: true }, b: { ...integer, is_primary_key: true } }
    const to = (ref_table: string) => ({
      fields: { ...id, c: { ...integer, allow_null: true }, d: { ...integer, allow_null: true } },
      keys: [{ type: 'reference', fields: ['c', 'd'], ref_table, ref_fields: ['a', 'b'] }],
    })
    const circle = [table('hen', to('egg')), table('egg', to('hen'))]
    expect((await one.apply(circle, { owner: 'circle' })).body).toMatchObject({ applied: true })
    expect((await one.apply(circle, { owner: 'circle' })).body.changes).toEqual([])
    expect((await described(here.instance, 'egg')).keys).toMatchObject([{ ref_table: 'hen' }])
  })
})
