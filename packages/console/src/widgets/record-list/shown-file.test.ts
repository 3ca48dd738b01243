import { expect, test } from 'vitest'
import type { Column } from './declaration.ts'
import { cellText, shownCsv, shownJson } from './shown-file.ts'

const columns: Column<Record<string, unknown>>[] = [
  { field: 'id', label: 'ID', kind: 'number', width: 60 },
  { field: 'name', label: 'Display Name', kind: 'text', width: 100 },
  { field: 'confirmed', label: 'Registration', kind: 'boolean', width: 100, text: () => 'Pending' },
]

test('a text that a spreadsheet would run is made harmless', () => {
  expect(shownCsv(columns, [{ id: -4, name: '=1+1' }])).toContain("-4,'=1+1,Pending")
})

test('commas, quotes and line breaks are kept', () => {
  expect(shownCsv(columns, [{ id: 1, name: 'O"Neil, Ann\nB' }])).toBe(
    'ID,Display Name,Registration\n1,"O""Neil, Ann\nB",Pending\n',
  )
})

test('JSON holds the values of the wire for the chosen columns', () => {
  expect(JSON.parse(shownJson(columns, [{ id: 1, confirmed: false, secret: 'x' }]))).toEqual({
    resource: [{ id: 1, name: null, confirmed: false }],
  })
})

test('a cell without a text of its own says what the value is', () => {
  const column: Column<Record<string, unknown>> = { field: 'v', label: 'V', kind: 'text', width: 1 }
  expect([null, undefined, true, false, 0, 'a', { b: 1 }].map((v) => cellText(column, { v }))).toEqual([
    '',
    '',
    'Yes',
    'No',
    '0',
    'a',
    '{"b":1}',
  ])
})
