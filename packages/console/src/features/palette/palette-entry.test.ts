import { expect, test } from 'vitest'
import { matching, type PaletteEntry } from './palette-entry.ts'

const entry = (label: string, hint = ''): PaletteEntry => ({ id: label, label, hint, run: () => {} })
const entries = [
  entry('Home', 'First steps.'),
  entry('Admins', 'People who sign in.'),
  entry('API Docs', 'Read every call.'),
]
const found = (text: string) => matching(entries, text).map(({ label }) => label)

test('without a text everything is offered', () => {
  expect(found('  ')).toEqual(['Home', 'Admins', 'API Docs'])
})

test('words are found by their beginnings, labels before hints', () => {
  expect(found('ad')).toEqual(['Admins'])
  expect(found('doc a')).toEqual(['API Docs'])
  expect(found('s')).toEqual(['Home', 'Admins'])
  expect(found('admins people')).toEqual(['Admins'])
  expect(found('mins')).toEqual([])
})
