import { expect, test } from 'vitest'
import type { FinishedCall } from '../../../../gateway/ports/usage.ts'
import type { Caller } from '../../../../request/caller.ts'
import type { TemplateForm } from '../address-forms.ts'
import { Counting } from './counting.ts'
import { otherName, usualBounds } from './dictionary.ts'
import { Fold } from './totals.ts'

const forms = new Map<string, TemplateForm>([
  ['db', 'tables'],
  ['files', 'files'],
  ['remote', 'other'],
  ['cache', 'values'],
  ['system', 'system'],
])
const counting = (bounds = usualBounds) => new Counting({ bounds, formOf: (service) => forms.get(service) ?? null })

const call = (service: string, resource: string, more: Partial<FinishedCall> = {}): FinishedCall => ({
  id: 'x',
  service,
  method: 'GET',
  status: 200,
  milliseconds: 1,
  address: '192.0.2.1',
  caller: null,
  failure: undefined,
  isCutOff: false,
  bytesIn: 0,
  bytesOut: 10,
  asked: { verb: 'GET', service, resource, credentials: { apiKey: null } },
  ...more,
})

const names = (of: Counting) =>
  [...of.targets.all(), ...of.ownTargets.all()].map(({ service, resource }) => `${service}/${resource}`)

test('a flood of nonexistent paths counts as one', () => {
  const counted = counting()
  for (let at = 0; at < 100_000; at++) {
    counted.count(call('db', `_table/t${at}/${at}`, { status: 404 }), 'db', 1, 1)
    counted.count(call(`made-up-${at}`, 'x', { status: 404 }), `made-up-${at}`, 1, 1)
  }
  expect(names(counted)).toEqual([`db/${otherName}`, `${otherName}/${otherName}`])
  const cells = counted.take().flatMap((batch) => batch.cells)
  expect(cells.reduce((sum, { n }) => sum + n, 0)).toBe(200_000)
})

test('names that were only ever rejected take no space from those that were answered', () => {
  const counted = counting({ ...usualBounds, targets: 50, unproven: 5 })
  for (let at = 0; at < 100; at++) counted.count(call('db', `_table/t${at}`, { status: 403 }), 'db', 1, 1)
  counted.count(call('db', '_table/real'), 'db', 1, 1)
  expect(names(counted)).toContain('db/_table/real')
  expect(names(counted)).toHaveLength(7)
})

test("ids, files and other services' values never become names", () => {
  const counted = counting()
  for (const [service, resource] of [
    ['db', '_table/orders/canary-1'],
    ['db', '_table/orders/canary-2/x/y'],
    ['files', 'canary/secret.txt'],
    ['remote', 'customers/canary/orders'],
    ['remote', 'canary@example.test'],
    ['cache', 'canary'],
    ['system', 'custom/canary'],
    ['system', 'admin/session'],
  ] as const) {
    counted.count(call(service, resource), service, 1, 1)
  }
  expect(names(counted)).toEqual([
    'db/_table/orders/{id}',
    'db/_table/orders/{id}/{id}',
    'files/{path}',
    'remote/customers/{id}/{id}',
    'remote/{id}',
    'cache/{id}',
    'system/custom/{id}',
    'system/admin/session',
  ])
})

test('callers beyond the limit count under their app alone', () => {
  const counted = counting({ ...usualBounds, callers: 10 })
  const caller = (id: number): Caller => ({
    role: null,
    sysadmin: false,
    token: null,
    sentKey: true,
    app: { id: 7, name: 'shop', role_id: null },
    user: { id } as Caller['user'],
  })
  for (let id = 1; id <= 100; id++) counted.count(call('db', '_table/t', { caller: caller(id) }), 'db', 1, 1)
  const kept = [...counted.callers.all()].map(({ key }) => key)
  expect(kept).toHaveLength(11)
  expect(kept.at(-1)).toMatchObject({ appId: 7, userId: 0, requestor: otherName })
})

test('time never goes back within one start', () => {
  const counted = counting()
  for (const minute of [10, 11, 10, 12]) counted.count(call('db', '_table/t'), 'db', minute, minute * 60_000)
  expect(counted.take().map(({ minute, cells }) => [minute, cells[0]?.n])).toEqual([
    [10, 1],
    [11, 2],
    [12, 1],
  ])
})

test('pairs are counted across all hours of a day, once per row', async () => {
  const counted = counting()
  const fold = new Fold()
  const day = 1440 * 20_000
  for (const minute of [59, 60, 61, 200, 1439]) counted.count(call('db', '_table/orders'), 'db', day + minute, 1)
  await fold.add(counted.take(), async () => undefined)
  const rows = fold.dirty.map(({ series, start, of, outcome }) => ({ series, start, ...of, outcome }))
  const sameRow = (one: (typeof rows)[number], other: (typeof rows)[number]) =>
    one.series === other.series &&
    one.start === other.start &&
    one.target === other.target &&
    one.caller === other.caller
  expect(rows.filter((row) => rows.some((other) => other !== row && sameRow(row, other)))).toEqual([])
  const ofPair = fold.dirty.filter(({ of, start }) => of.target !== null && of.caller !== null && start === day)
  expect(ofPair.map(({ n }) => n)).toContain(5)
})
