import { matches } from '@millwright/connector/documents/match-document'
import { openSender } from '@millwright/instance/platform/outgoing/ask'
import { openDynalite } from '@millwright/instance/subjects/data/documents/suite/open-dynalite'
import { randomDocument, randomFilter } from '@millwright/instance/subjects/data/documents/suite/random-filters'
import { fixture } from '@millwright/instance/testing/fixture'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { open } from './dynamodb-database.ts'
import { filterExpression, keysIn, Placeholders } from './dynamodb-reads.ts'

const server = fixture(openDynalite, ({ close }) => close())
const rows = fc
  .sample(randomDocument, { numRuns: 60, seed: 4 })
  .map((row, at) => ({ ...row, id: `k${at}`, part: at % 3 }))
const whole = [{ name: 'id', type: 'string', is_primary_key: true }]
const composite = [{ name: 'part', type: 'integer', is_primary_key: true }, ...whole]

beforeAll(async () => {
  const database = open(server.config, { openSender })
  await database.createCollection('single', { field: whole })
  await database.createCollection('double', { field: composite })
  for (const name of ['single', 'double']) await database.insertMany?.(name, rows)
})

it.each(['single', 'double'])('finds exactly what matches the condition, in a table with a %s key', async (name) => {
  const database = open(server.config, { openSender })
  let found = 0
  await fc.assert(
    fc.asyncProperty(randomFilter, fc.constantFrom(null, 0, 1, 5), async (random, part) => {
      const own = { kind: 'compare', negated: false, field: 'part', operator: '=', text: String(part) } as const
      const where = part === null ? random : ({ kind: 'and', operands: [own, random] } as const)
      const query = { where, fields: ['id'], order: [{ field: 'id', descending: false }], limit: 100, offset: 0 }
      const expected = rows.filter((row) => matches(row, where)).map(({ id }) => ({ id }))
      found += expected.length
      expect(await database.find(name, query)).toEqual(expected.toSorted((one, other) => (one.id < other.id ? -1 : 1)))
    }),
    { numRuns: 150 },
  )
  expect(found).toBeGreaterThan(100)
})

it('contains names and texts of callers only behind placeholders', () => {
  const places = new Placeholders()
  const where = { kind: 'compare', negated: false, field: 'a OR b.c', operator: '=', text: ':v9 OR #n9' } as const
  const text = filterExpression(where, places, []) ?? ''
  expect(text).toMatch(/^[#:()nv\d._= ]*(?:(?:attribute_type|OR|AND|,)[#:()nv\d._= ]*)*$/)
  expect(places.members(text)).toMatchObject({
    ExpressionAttributeNames: { '#n0': 'a OR b', '#n1': 'c' },
    ExpressionAttributeValues: expect.objectContaining({ ':v0': { S: ':v9 OR #n9' } }),
  })
})

it('reads by keys only if the condition names them whole', () => {
  const keys = [
    { name: 'h', type: 'S' },
    { name: 'r', type: 'N' },
  ] as const
  const is = (field: string, text: string) => ({ kind: 'compare', negated: false, field, operator: '=', text }) as const
  const both = { kind: 'and', operands: [is('h', 'a'), is('r', '5'), is('x', 'y')] } as const
  expect(keysIn(both, keys)).toEqual([[{ S: 'a' }, { N: '5' }]])
  expect(keysIn({ kind: 'or', operands: [both, both] }, keys)).toHaveLength(2)
  expect(keysIn({ kind: 'and', operands: [is('h', 'a'), is('r', 'x')] }, keys)).toEqual([])
  expect(keysIn(is('h', 'a'), keys)).toBe(null)
  expect(keysIn({ kind: 'or', operands: [both, is('x', 'y')] }, keys)).toBe(null)
})
