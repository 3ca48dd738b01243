import { matches } from '@millwright/connector/documents/match-document'
import { fulfils } from '@millwright/instance/subjects/data/documents/suite/mango-stand-in'
import { randomDocument, randomFilter } from '@millwright/instance/subjects/data/documents/suite/random-filters'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { selectorOf } from './couchdb-documents.ts'

it('lets every document through that matches the condition', () => {
  let narrowed = 0
  fc.assert(
    fc.property(randomDocument, randomFilter, (row, where) => {
      const selector = selectorOf(where)
      const isThrough = selector === null || fulfils(row, selector)
      if (!isThrough) narrowed += 1
      return isThrough || !matches(row, where)
    }),
    { numRuns: 3_000 },
  )
  expect(narrowed).toBeGreaterThan(100)
})

it('contains names and texts of callers only as fields and operands', () => {
  const where = { kind: 'compare', negated: false, field: 'a.b', operator: '=', text: '{"$gt":null}' } as const
  expect(selectorOf(where)).toEqual({
    $or: [{ 'a.b': { $in: ['{"$gt":null}'] } }, { 'a.b': { $type: 'array' } }, { a: { $type: 'array' } }],
  })
  expect(selectorOf({ ...where, field: 'a\\.b' })).toBe(null)
})
