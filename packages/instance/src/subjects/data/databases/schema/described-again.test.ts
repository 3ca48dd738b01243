import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forEachEngine } from '../../../../testing/databases/for-each-engine.ts'
import { schemaCalls } from '../suite/schema-calls.ts'
import { sharedServiceOn } from '../suite/service-on.ts'

const flags = { allow_null: fc.boolean(), is_index: fc.boolean() }
const whole = fc.integer({ min: -1000, max: 1000 })
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })

/** Fields that every engine supports, with all their properties. */
const field = fc.oneof(
  fc.record({
    type: fc.constant('string'),
    length: fc.integer({ min: 20, max: 90 }),
    default: orNull(fc.string({ unit: 'grapheme-ascii', maxLength: 20 })),
    is_unique: fc.boolean(),
    fixed_length: fc.boolean(),
    picklist: orNull(fc.constant(['a', 'b'])),
    ...flags,
  }),
  fc.record({
    type: fc.constantFrom('integer', 'bigint', 'smallint', 'user_id', 'float', 'double'),
    default: orNull(whole),
    is_unique: fc.boolean(),
    ...flags,
  }),
  fc.record({ type: fc.constant('boolean'), default: orNull(fc.boolean()), ...flags }),
  fc.record({
    type: fc.constant('decimal'),
    precision: fc.integer({ min: 6, max: 30 }),
    scale: fc.integer({ min: 0, max: 2 }),
    default: orNull(whole),
    ...flags,
  }),
  fc.record({
    type: fc.constantFrom('date', 'time', 'datetime', 'json', 'text', 'money'),
    allow_null: fc.constant(true),
  }),
  fc.record({
    type: fc.constantFrom('timestamp_on_create', 'timestamp_on_update', 'user_id_on_create', 'user_id_on_update'),
    allow_null: fc.boolean(),
  }),
  fc.record({ type: fc.constant('binary'), length: fc.integer({ min: 1, max: 99 }), allow_null: fc.boolean() }),
)

const key = fc.constantFrom(
  [{ name: 'id', type: 'id' }],
  [{ name: 'code', type: 'string', length: 20, is_primary_key: true }],
  [
    { name: 'one', type: 'integer', is_primary_key: true },
    { name: 'two', type: 'string', length: 20, is_primary_key: true },
  ],
  [],
)

const schema = fc
  .tuple(key, fc.array(field, { minLength: 1, maxLength: 6 }), fc.boolean())
  .map(([keys, fields, refers]) => [
    ...keys,
    ...fields.map((each, index) => ({ name: `f ${index}`, ...each })),
    ...(refers
      ? [{ name: 'owner', type: 'reference', ref_table: 'owner', ref_on_delete: 'CASCADE', allow_null: true }]
      : []),
  ])

forEachEngine('a table created from the description of another', (on) => {
  const service = sharedServiceOn(on)
  const { instance, database } = service
  const { call, done, table } = schemaCalls(service)

  test('has the same description', async () => {
    await done('POST', '', { name: 'owner', field: [{ name: 'id', type: 'id' }] })
    await fc.assert(
      fc.asyncProperty(schema, async (fields) => {
        try {
          await done('POST', '', { name: 'thing', field: fields })
          const first = await table('thing')
          expect(first.field.map(({ name, type }) => [name, type])).toEqual(
            fields.map(({ name, type }) => [name, type]),
          )
          expect((await done('PATCH', '/thing?preview=true', first)).statements).toEqual([])
          await done('DELETE', '/thing')
          await done('POST', '', first)
          expect({ ...(await table('thing')), constraints: {} }).toEqual({ ...first, constraints: {} })
        } finally {
          await call('DELETE', '/thing')
        }
      }),
      { numRuns: on.name === 'SQLite' ? 40 : 12 },
    )
  })

  test('keeps the computed default of a datetime', async () => {
    await done('POST', '', {
      name: 'visit',
      field: [
        { name: 'id', type: 'id' },
        { name: 'at', type: 'datetime', default: 'CURRENT_TIMESTAMP', allow_null: true },
      ],
    })
    const first = await table('visit')
    const [, at] = first.field
    expect(at).toMatchObject({ name: 'at', default: { expression: expect.stringMatching(/current_timestamp|now/i) } })
    expect((await done('PATCH', '/visit?preview=true', first)).statements).toEqual([])
    await done('DELETE', '/visit')
    await done('POST', '', first)
    expect((await table('visit')).field).toEqual(first.field)
    const { body } = await instance.send('POST', 'db/_table/visit?fields=at', { as: instance.root, body: { id: 1 } })
    expect(body).toEqual({ resource: [{ at: expect.stringMatching(/^\d{4}-\d{2}-\d{2} /) }] })
  })

  test.runIf(on.name === 'MariaDB')('keeps the automatic update of a datetime on each change', async () => {
    await database.run({
      sql: 'CREATE TABLE renewed (id int PRIMARY KEY, at datetime DEFAULT current_timestamp() ON UPDATE current_timestamp())',
      values: [],
    })
    const first = await table('renewed')
    await done('PATCH', '/renewed', { ...first, field: [{ ...first.field[1], label: 'When', allow_null: false }] })
    expect((await table('renewed')).field[1]).toMatchObject({
      allow_null: false,
      default: { expression: expect.stringMatching(/^current_timestamp\(\) on update current_timestamp\(\)$/i) },
    })
  })
})
