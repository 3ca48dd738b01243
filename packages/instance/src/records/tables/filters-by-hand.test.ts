import type { CompareOperator, FilterNode, FilterValue } from '@millwright/contract/filter/node'
import { printFilter } from '@millwright/contract/filter/print'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type ServiceUnderTest, serviceOn } from '../../subjects/data/databases/suite/service-on.ts'
import { type EngineUnderTest, forEachEngine } from '../../testing/databases/for-each-engine.ts'
import { execute, spelledOn } from '../../testing/databases/library.ts'

/** Filters per engine; a run of everything sets `TEST_FILTERS` to 20,000. */
const runs = Number(process.env.TEST_FILTERS ?? 200)

const columns = {
  sqlite: { n: 'integer', x: 'decimal(8,3)', f: 'double', t: 'varchar(9)', d: 'date', at: 'datetime', u: '' },
  pgsql: { n: 'integer', x: 'numeric(8,3)', f: 'double precision', t: 'text', d: 'date', at: 'timestamp', u: 'bigint' },
  mysql: {
    n: 'integer',
    x: 'decimal(8,3)',
    f: 'double',
    t: 'varchar(9) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin',
    d: 'date',
    at: 'datetime',
    u: 'bigint unsigned',
  },
}

type Name = keyof (typeof columns)['sqlite']
const names = ['n', 'x', 'f', 't', 'd', 'at', 'u'] as const satisfies readonly Name[]

const small = fc.integer({ min: -3, max: 12 })
const word = fc.array(fc.constantFrom('a', 'b', 'B', '1', '0', ' x', '-'), { minLength: 1, maxLength: 3 })
const date = fc.integer({ min: 1, max: 9 }).map((day) => `2026-11-0${day}`)
const hour = fc.integer({ min: 0, max: 23 }).map((at) => `${String(at).padStart(2, '0')}:00:00`)

/** What is stored, by column. */
const stored: Readonly<Record<Name, fc.Arbitrary<string | number>>> = {
  n: small,
  x: fc.integer({ min: -9, max: 99 }).map((value) => value / 4),
  f: fc.integer({ min: -9, max: 99 }).map((value) => value / 8),
  t: word.map((some) => some.join('')),
  d: date,
  at: fc.tuple(date, hour).map(([day, time]) => `${day} ${time}`),
  u: small.map(Math.abs),
}

/** A value in a filter, and the same in the SQL of every engine. */
const compared: Readonly<Record<Name, fc.Arbitrary<{ readonly text: string; readonly sql: string }>>> = {
  n: small.map((value) => ({ text: String(value), sql: String(value) })),
  x: stored.x.map((value) => ({ text: String(value), sql: String(value) })),
  f: stored.f.map((value) => ({ text: String(value), sql: String(value) })),
  t: stored.t.map((value) => ({ text: String(value), sql: `'${value}'` })),
  d: date.map((value) => ({ text: value, sql: `'${value}'` })),
  at: fc.tuple(date, hour, fc.constantFrom('', 'Z', '+02:00', '-05:30')).map(([day, time, zone]) => {
    const utc = new Date(`${day}T${time}${zone === '' ? 'Z' : zone}`).toISOString()
    const sql = `'${utc.slice(0, 19).replace('T', ' ')}'`
    return { text: `${day}${zone === '' ? ' ' : 'T'}${time}${zone}`, sql }
  }),
  u: small.map(Math.abs).map((value) => ({ text: String(value), sql: String(value) })),
}

interface Condition {
  readonly node: FilterNode
  readonly sql: (quote: (name: string) => string) => string
}

const operators = fc.constantFrom<CompareOperator>('=', '!=', '<', '<=', '>', '>=')
const textValue = (text: string): FilterValue => ({ kind: 'text', text })

const condition: fc.Arbitrary<Condition> = fc.constantFrom(...names).chain((field) =>
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.tuple(operators, compared[field]).map(
        ([operator, { text, sql }]): Condition => ({
          node: { kind: 'compare', field, operator, value: textValue(text) },
          sql: (quote) => `${quote(field)} ${operator === '!=' ? '<>' : operator} ${sql}`,
        }),
      ),
    },
    {
      weight: 2,
      arbitrary: fc.array(compared[field], { minLength: 1, maxLength: 4 }).map(
        (values): Condition => ({
          node: { kind: 'in', field, values: values.map(({ text }) => textValue(text)) },
          sql: (quote) => `${quote(field)} IN (${values.map(({ sql }) => sql).join(', ')})`,
        }),
      ),
    },
    fc.constant<Condition>({ node: { kind: 'null', field }, sql: (quote) => `${quote(field)} IS NULL` }),
  ),
)

const { filter } = fc.letrec<{ filter: Condition }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    condition,
    fc
      .tuple(fc.constantFrom('and' as const, 'or' as const), fc.array(tie('filter'), { minLength: 2, maxLength: 3 }))
      .map(
        ([kind, operands]): Condition => ({
          node: { kind, operands: operands.map(({ node }) => node) },
          sql: (quote) => `(${operands.map(({ sql }) => sql(quote)).join(` ${kind} `)})`,
        }),
      ),
    tie('filter').map(
      (operand): Condition => ({
        node: { kind: 'not', operand: operand.node },
        sql: (quote) => `NOT (${operand.sql(quote)})`,
      }),
    ),
  ),
}))

async function filled(on: EngineUnderTest): Promise<ServiceUnderTest> {
  const service = await serviceOn(on)
  const place = { database: service.database, engine: on.engine }
  const own = spelledOn(on.engine, columns)
  await execute(
    place,
    `CREATE TABLE [h] ([id] integer PRIMARY KEY, ${names.map((name) => `[${name}] ${own[name]}`).join(', ')})`,
  )
  const row = fc.tuple(...names.map((name) => fc.option(stored[name], { freq: 6 })))
  for (const [id, values] of fc.sample(row, { numRuns: 60 }).entries()) {
    const marks = values.map(() => '?').join(', ')
    await execute(place, `INSERT INTO [h] VALUES (?, ${marks})`, id, ...values)
  }
  return service
}

forEachEngine('random filters give the rows that the database gives', (on) => {
  const { quote } = on.engine.dialect

  async function byHand({ database }: ServiceUnderTest, where: string): Promise<unknown> {
    const sql = `SELECT ${quote('id')} AS id FROM ${quote('h')} WHERE ${where} ORDER BY ${quote('id')}`
    const { rows } = await database.run({ sql, values: [] })
    return rows.map(({ id }) => Number(id))
  }

  it('for administrators', async () => {
    const service = await filled(on)
    const { instance } = service
    await fc.assert(
      fc.asyncProperty(filter, async ({ node, sql }) => {
        const body = { filter: printFilter(node), fields: 'id', order: 'id', as_list: true }
        const answer = await instance.send('POST', 'db/_table/h?method=GET', { as: instance.root, body })
        expect(answer.body).toEqual({ resource: await byHand(service, sql(quote)) })
      }),
      { numRuns: runs },
    )
  }, 600_000)

  it('for roles with row filters', async () => {
    const service = await filled(on)
    const { send, make, root: as } = service.instance
    const ofRole = condition.filter(({ node }) => node.kind === 'compare')
    await fc.assert(
      fc.asyncProperty(fc.array(ofRole, { minLength: 1, maxLength: 2 }), filter, async (conditions, { node, sql }) => {
        const filters = conditions.flatMap((each) =>
          each.node.kind === 'compare' && each.node.value.kind === 'text'
            ? [{ name: each.node.field, operator: each.node.operator, value: `"${each.node.value.text}"` }]
            : [],
        )
        const rule = {
          service_id: service.serviceId,
          component: '_table/h/*',
          verb_mask: 3,
          requestor_mask: 1,
          filters,
        }
        const role = { name: `r${Math.random()}`, is_active: true, role_service_access_by_role_id: [rule] }
        const made = await send<{ resource: [{ id: number }] }>('POST', 'system/role', {
          as,
          body: { resource: [role] },
        })
        const { api_key: key } = await make.app({ role_id: made.body.resource[0].id })
        const body = { filter: printFilter(node), fields: 'id', order: 'id', as_list: true }
        const answer = await send('POST', 'db/_table/h?method=GET', { key, body })
        const all = [...conditions.map((each) => each.sql(quote)), sql(quote)]
        expect(answer.body).toEqual({ resource: await byHand(service, all.map((each) => `(${each})`).join(' AND ')) })
      }),
      { numRuns: Math.max(10, Math.floor(runs / 10)) },
    )
  }, 600_000)
})
