import { filterOperators } from '@millwright/contract/records/role'
import { expect, test } from 'vitest'
import { type ComparedKind, comparedKind, operatorsOfColumn } from './compared-column.ts'

test.each([
  ['binary', 'none'],
  ['json', 'none'],
  ['boolean', 'boolean'],
  ['id', 'number'],
  ['bigint', 'number'],
  ['decimal', 'number'],
  ['date', 'date'],
  ['timetz', 'time'],
  ['timestamp_on_create', 'datetime'],
  ['datetimetz', 'datetime'],
  ['uuid', 'text'],
  ['of another server', 'text'],
] as const)('values of the type %s are compared as %s', (type, kind) => {
  expect(comparedKind(type)).toBe(kind)
})

test('an unknown column has all operators, and a known one those of its type', () => {
  const operatorsOf = (kind: ComparedKind) => operatorsOfColumn({ name: 'a', label: 'a', kind, values: [] })
  expect(operatorsOfColumn(undefined).toSorted()).toEqual(filterOperators.toSorted())
  expect(operatorsOf('none')).toEqual(['is null', 'is not null'])
  expect(operatorsOf('boolean')).toEqual(['=', '!=', 'is null', 'is not null'])
  const listed = operatorsOfColumn({ name: 'a', label: 'a', kind: 'text', values: [{ value: 'new', label: 'new' }] })
  expect([listed[0], listed.at(-1)]).toEqual(['=', 'is not null'])
  expect(listed).not.toContain('<')
  for (const kind of ['number', 'date', 'datetime', 'time'] as const) {
    expect(operatorsOf(kind)).toContain('>=')
    expect(operatorsOf(kind)).not.toContain('contains')
  }
})
