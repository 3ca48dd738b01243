import { expect, test } from 'vitest'
import { formatOf } from './transfers.ts'

test('a file of another kind has no format', () => {
  expect([formatOf('people.xlsx'), formatOf('csv'), formatOf('people'), formatOf('')]).toEqual([
    null,
    'csv',
    null,
    null,
  ])
})

test('the ending tells the format, whatever its case', () => {
  expect([formatOf('People.CSV'), formatOf('a.b.json'), formatOf('x.Xml')]).toEqual(['csv', 'json', 'xml'])
})
