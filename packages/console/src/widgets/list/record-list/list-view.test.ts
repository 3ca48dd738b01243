import { expect, test } from 'vitest'
import { columnChoice, listQuestion, pagePosition, shownColumns } from './list-view.ts'

const column = (field: string, over = {}) => ({ field, label: field, kind: 'text' as const, width: 100, ...over })
const columns = [column('id', { kind: 'number' }), column('email', { narrow: true }), column('phone', { hidden: true })]
const declaration = { collection: 'admin', columns, searchFields: ['email'] }
const fields = (shown: readonly { field: string }[]) => shown.map(({ field }) => field)

test('requests the first hundred records for a plain URL', () => {
  expect(listQuestion(declaration, {}, { views: [] })).toEqual({
    collection: 'admin',
    filter: null,
    sort: null,
    related: [],
    limit: 100,
    offset: 0,
  })
})

test('builds the query from the URL', () => {
  expect(
    listQuestion(
      declaration,
      { page: 3, pageSize: 50, sort: '-email', filter: 'x', where: 'id:more:4' },
      { views: [] },
    ),
  ).toMatchObject({
    filter: '((email like "%x%")) and (id > 4)',
    sort: { field: 'email', down: true },
    limit: 50,
    offset: 100,
  })
})

test('takes columns from the URL, then from storage, then from the tab', () => {
  const memory = { views: [], columns: ['phone'] }
  expect(fields(shownColumns(columns, { columns: 'email,phone' }, memory, true))).toEqual(['email', 'phone'])
  expect(fields(shownColumns(columns, {}, memory, true))).toEqual(['phone'])
  expect(fields(shownColumns(columns, {}, { views: [] }, false))).toEqual(['id', 'email'])
  expect(fields(shownColumns(columns, {}, { views: [] }, true))).toEqual(['email'])
})

test('ignores columns that no longer exist instead of leaving the table empty', () => {
  expect(fields(shownColumns(columns, { columns: 'gone' }, { views: [] }, false))).toEqual(['id', 'email'])
})

test("omits the tab's default columns from the URL", () => {
  expect(columnChoice(columns, ['email', 'id'])).toBeNull()
  expect(columnChoice(columns, ['phone', 'id'])).toEqual(['id', 'phone'])
})

test('detects a next page before the count is known', () => {
  expect(pagePosition({ page: 2, pageSize: 100, rows: 100, more: true, total: null })).toEqual({
    first: 101,
    last: 200,
    page: 2,
    pages: null,
    hasNext: true,
  })
  expect(pagePosition({ page: 3, pageSize: 100, rows: 14, more: false, total: 214 })).toMatchObject({
    last: 214,
    pages: 3,
    hasNext: false,
  })
  expect(pagePosition({ page: 1, pageSize: 100, rows: 0, more: false, total: 0 })).toMatchObject({
    first: 0,
    last: 0,
    pages: 1,
  })
})
