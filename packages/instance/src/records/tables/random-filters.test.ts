import type { Engine } from '@millwright/connector/engine/engine'
import type { CompareOperator, FilterNode, FilterValue } from '@millwright/contract/filter/node'
import { printFilter } from '@millwright/contract/filter/print'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { sharedServiceOn } from '../../subjects/data/databases/suite/service-on.ts'
import { forEachEngine } from '../../testing/databases/for-each-engine.ts'
import { execute, spelledOn } from '../../testing/databases/library.ts'

interface Row {
  readonly id: number
  readonly n: number | null
  readonly t: string | null
  readonly b: boolean | null
  readonly d: string | null
}

/** Result of a condition for a row; `null`: unknown, as a value is missing. */
type Truth = boolean | null

/** Evaluates a filter like SQL; `same` and `alike` normalize texts that the engine treats as equal. */
function holds(node: FilterNode, row: Row, { same, alike }: Collation): Truth {
  switch (node.kind) {
    case 'and':
    case 'or': {
      const decisive = node.kind === 'or'
      const truths = node.operands.map((operand) => holds(operand, row, { same, alike }))
      if (truths.includes(decisive)) return decisive
      return truths.includes(null) ? null : !decisive
    }
    case 'not': {
      const truth = holds(node.operand, row, { same, alike })
      return truth === null ? null : !truth
    }
    case 'null':
      return valueIn(row, node.field) === null
    case 'in': {
      const value = valueIn(row, node.field)
      return value === null ? null : node.values.some((each) => same(value) === same(read(node.field, each)))
    }
    case 'compare': {
      const value = valueIn(row, node.field)
      if (value === null) return null
      const text = textOf(node.value)
      return isPattern(node.operator)
        ? pattern(node.operator, alike(text)).test(alike(String(value)))
        : compares(node.operator, same(value), same(read(node.field, node.value)))
    }
  }
}

type Value = string | number | boolean

interface Collation {
  same(value: Value): Value
  alike(text: string): string
}

const unchanged = <T>(value: T): T => value
const lower = (text: string) => text.toLowerCase()
const collations: Record<Engine['name'], Collation> = {
  sqlite: { same: unchanged, alike: lower },
  pgsql: { same: unchanged, alike: unchanged },
  mysql: { same: (value) => (typeof value === 'string' ? lower(value).trimEnd() : value), alike: lower },
  sqlsrv: { same: (value) => (typeof value === 'string' ? lower(value).trimEnd() : value), alike: lower },
}

const valueIn = (row: Row, field: string): Value | null => row[field as keyof Row]
const textOf = (value: FilterValue) => (value.kind === 'text' ? value.text : '')
const isPattern = (operator: CompareOperator) => /^[a-z]/.test(operator)

function read(field: string, value: FilterValue): Value {
  const text = textOf(value)
  if (field === 'b') return text === 'true'
  return field === 'n' || field === 'id' ? Number(text) : text
}

function compares(operator: CompareOperator, value: Value, other: Value): boolean {
  if (operator === '=') return value === other
  if (operator === '!=') return value !== other
  if (operator === '<') return value < other
  if (operator === '<=') return value <= other
  return operator === '>' ? value > other : value >= other
}

function pattern(operator: CompareOperator, text: string): RegExp {
  const plain = (part: string) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const like = (each: string) => (each === '%' ? '[^]*' : each === '_' ? '[^]' : plain(each))
  if (operator === 'like') return new RegExp(`^${[...text].map(like).join('')}$`, 'u')
  const start = operator === 'contains' || operator === 'ends with' ? '[^]*' : ''
  const end = operator === 'contains' || operator === 'starts with' ? '[^]*' : ''
  return new RegExp(`^${start}${plain(text)}${end}$`, 'u')
}

const letters = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('a', 'b', 'A', 'B') },
  { weight: 1, arbitrary: fc.constantFrom(...'%_\\\'"{}[](),;- 1$?') },
)
const shortText = fc.array(letters, { maxLength: 4 }).map((some) => some.join(''))
const small = fc.integer({ min: -3, max: 6 })
const day = fc.integer({ min: 1, max: 5 }).map((date) => `2026-01-0${date}`)
const text = (value: unknown): FilterValue => ({ kind: 'text', text: String(value) })

const values = { n: small, t: shortText, b: fc.boolean(), d: day, id: fc.integer({ min: 0, max: 40 }) }
const field = fc.constantFrom('n', 't', 'b', 'd', 'id' as const)
const ordered = fc.constantFrom<CompareOperator>('=', '!=', '<', '<=', '>', '>=')
const equal = fc.constantFrom<CompareOperator>('=', '!=')
const patterns = fc.constantFrom<CompareOperator>('like', 'contains', 'starts with', 'ends with')

const condition: fc.Arbitrary<FilterNode> = field.chain((name) => {
  const value = (values[name] as fc.Arbitrary<unknown>).map(text)
  const compare = (operators: fc.Arbitrary<CompareOperator>, value: fc.Arbitrary<FilterValue>) =>
    fc.record({ kind: fc.constant('compare' as const), field: fc.constant(name), operator: operators, value })
  return fc.oneof(
    compare(name === 't' || name === 'b' ? equal : ordered, value),
    ...(name === 't' || name === 'n' ? [compare(patterns, shortText.map(text))] : []),
    fc.record({
      kind: fc.constant('in' as const),
      field: fc.constant(name),
      values: fc.array(value, { minLength: 1, maxLength: 4 }),
    }),
    fc.constant({ kind: 'null' as const, field: name }),
  )
})

const { filter } = fc.letrec<{ filter: FilterNode }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    condition,
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      operands: fc.array(tie('filter'), { minLength: 2, maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant('not' as const), operand: tie('filter') }),
  ),
}))

forEachEngine('random filters', (on) => {
  const { engine } = on
  const { instance, database } = sharedServiceOn(on)
  const place = { database, engine }
  const boolean = engine.dialect.booleans ? 'boolean' : 'tinyint(1)'
  beforeAll(() =>
    execute(
      place,
      `CREATE TABLE [r] ([id] integer NOT NULL PRIMARY KEY, [n] integer, [t] varchar(20), [b] ${boolean}, [d] date)`,
    ),
  )
  const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 4 })
  const arbitrary = fc.record({ n: orNull(small), t: orNull(shortText), b: orNull(fc.boolean()), d: orNull(day) })
  const rows: Row[] = fc.sample(arbitrary, 40).map((row, id) => ({ id, ...row }))
  beforeAll(async () => {
    for (const { id, n, t, b, d } of rows) {
      const flag = b === null || engine.dialect.booleans ? b : Number(b)
      await execute(place, 'INSERT INTO [r] VALUES (?, ?, ?, ?, ?)', id, n, t, flag, d)
    }
  })

  it('match the same rows as a plain evaluation', async () => {
    await fc.assert(
      fc.asyncProperty(filter, async (node) => {
        const body = { filter: printFilter(node), fields: 'id', as_list: true }
        const answer = await instance.send('POST', 'db/_table/r?method=GET', { as: instance.root, body })
        const left = rows.filter((row) => holds(node, row, spelledOn(engine, collations)) === true)
        expect(answer.body).toEqual({ resource: left.map(({ id }) => id) })
      }),
      { numRuns: 200 },
    )
  })
})
