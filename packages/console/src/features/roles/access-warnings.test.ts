import { expect, test } from 'vitest'
import { type AccessRow, accessRows, newAccess, withoutAccess } from '../../widgets/access/access-rules/access-rows.ts'
import { accessWarnings } from './access-warnings.tsx'

const services = new Map([[2, 'db']])
const stored = (over: object = {}) => ({
  id: 1,
  role_id: 5,
  service_id: 2,
  component: '_table/*',
  verb_mask: 3,
  requestor_mask: 1,
  filter_op: 'and',
  filters: [{ name: 'owner', operator: '=', value: '{user.id}' }],
  created_date: '',
  last_modified_date: '',
  created_by_id: null,
  last_modified_by_id: null,
  ...over,
})

test('checks ten thousand rules', () => {
  const rows = accessRows(Array.from({ length: 10_000 }, (_, id) => stored({ id, component: `_table/c${id}/*` })))
  expect(accessWarnings(rows, services).size).toBe(0)
})

test('warns of duplicate rules and of filters without a field', () => {
  const rows = [
    ...accessRows([stored(), stored({ id: 2, component: '_TABLE/*' }), stored({ id: 3, requestor_mask: 2 })]),
    newAccess({ key: 'f', filters: [{ name: ' ', operator: '=', value: '1' }] }),
  ]
  expect([...accessWarnings(rows, services)].map(([key, { kind }]) => [key, kind])).toEqual([
    ['stored-1', 'duplicate'],
    ['stored-2', 'duplicate'],
    ['f', 'filter'],
  ])
  expect(accessWarnings(withoutAccess(rows, new Set(['stored-2', 'f'])), services).size).toBe(0)
})

test('warns of rules that match no request or allow nothing, and of tables whose records cannot be read', () => {
  const rule = (key: string, change: Partial<AccessRow>) =>
    newAccess({ key, serviceId: 2, component: '_table/a/*', verbMask: 1, ...change })
  const rows = [
    rule('nobody', { requestorMask: 0 }),
    rule('star', { component: '_table/*/a' }),
    rule('all', { serviceId: null, component: '_table/*' }),
    rule('gone', { serviceId: 9 }),
    rule('query', { component: '_table/b?x=1' }),
    rule('nothing', { component: 'x', verbMask: 0 }),
    rule('lists', { component: '_table/c/' }),
    rule('opens', {}),
    rule('both', { component: '_table/a' }),
    rule('root', { serviceId: null, component: '' }),
  ]
  expect([...accessWarnings(rows, services)].map(([key, { kind }]) => [key, kind])).toEqual([
    ['nobody', 'unreachable'],
    ['star', 'unreachable'],
    ['all', 'unreachable'],
    ['gone', 'unreachable'],
    ['query', 'unreachable'],
    ['nothing', 'nothing'],
    ['lists', 'records'],
  ])
  const wide = rule('wide', { component: '*' })
  expect(accessWarnings([rule('lists', { component: '_table/c' }), wide], services).size).toBe(0)
})

test('warns of requests that the row filter of a table does not restrict', () => {
  const filters = [{ name: 'owner', operator: '=', value: '1' }]
  const rule = (key: string, change: Partial<AccessRow>) => newAccess({ key, serviceId: 2, verbMask: 31, ...change })
  const texts = (...rows: readonly AccessRow[]) =>
    [...accessWarnings(rows, services)].map(([key, { kind, text }]) => [key, kind, text])
  const wide = rule('wide', { component: '_table/*' })
  const read = { component: '_table/note', verbMask: 1, filters }
  expect(texts(wide, rule('read', read))).toEqual([
    ['read', 'hole', 'The row filter “owner = 1” does not apply to GET, PUT, PATCH, DELETE of single rows by ID.'],
  ])
  const below = rule('below', { component: '_table/note/*' })
  expect(texts(rule('read', { ...read, verbMask: 31 }), below).map(([key]) => key)).toEqual(['read', 'below'])
  expect(texts(wide, rule('read', read), rule('below', { component: '_table/note/*', filters }))).toEqual([])
  expect(texts(wide, rule('all', { ...read, component: '_table/note/*', verbMask: 31 }))).toEqual([])
  // The last of equally close rules decides.
  expect(texts(rule('all', { ...read, component: '_table/note/*', verbMask: 31 }), wide)).toHaveLength(1)
  expect(texts(rule('reads', { component: '_table/*', verbMask: 1 }), rule('read', read))).toHaveLength(1)
})
