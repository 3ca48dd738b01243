import { expect, test } from 'vitest'
import type { Column } from '../../records/list-declaration/declaration.ts'
import { cellText } from './cell-text.ts'

test('formats the value of a cell without text', () => {
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
