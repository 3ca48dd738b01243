import { describe, expect, it } from 'vitest'
import type { Row } from '../../../../records/system/sql-runner.ts'
import type { NamedKind } from '../../../../store/naming.ts'
import { type Follow, forms, type Target } from './forms.ts'
import { mentionsOf } from './graph.ts'
import { settingForms } from './settings-names.ts'

const db = { id: 7, name: 'db' }
const targets: Readonly<Record<NamedKind, Target>> = {
  service: { kind: 'service', name: 'db' },
  table: { kind: 'table', name: 'orders', service: db },
  field: { kind: 'field', name: 'state', service: db, table: 'orders' },
  folder: { kind: 'folder', name: 'shop/new', service: { id: 7, name: 'files' } },
  lookup: { kind: 'lookup', name: 'region' },
  email_template: { kind: 'email_template', name: 'Welcome' },
}

interface Example {
  readonly row?: Row
  /** Texts that name the target, and the same with the name `other`; `null`: they cannot be rewritten. */
  readonly follow: Readonly<Record<string, string | null>>
  readonly ignore: readonly string[]
}

const inDb = { service_id: 7 }
const code = (named: string, ...ignore: string[]): Example => ({ follow: { [named]: null }, ignore })

/** For every form and every kind that it can name. */
const examples: Readonly<Record<string, Example>> = {
  'event service': {
    follow: {
      'db.get': 'other.get',
      'DB._table.orders.get.pre_process': 'other._table.orders.get.pre_process',
      'db.*': 'other.*',
    },
    ignore: ['dbx.get', 'my.db.get', 'db'],
  },
  'event table': {
    follow: {
      'db._table.orders.get.pre_process': 'db._table.other.get.pre_process',
      'db._table.ORDERS.{id}.patch': 'db._table.other.{id}.patch',
      'db._schema.orders._field.get': 'db._schema.other._field.get',
    },
    ignore: ['db._table.orders.archive.get', 'db._table.order.get', 'other._table.orders.get', 'db._table.get'],
  },
  'events service': { follow: { '["a.get","db.*"]': '["a.get","other.*"]' }, ignore: ['["a.get"]', '[]'] },
  'events table': {
    follow: { '["db._table.orders.post"]': '["db._table.other.post"]' },
    ignore: ['["db._table.orders2.post"]'],
  },
  'path table': {
    row: inDb,
    follow: {
      '_table/orders': '_table/other',
      '_table/orders/*': '_table/other/*',
      '_schema/Orders/_field/a': '_schema/other/_field/a',
    },
    ignore: ['_table/*', '_table/orders2/*', '_proc/orders', 'orders', '*'],
  },
  'path folder': {
    row: inDb,
    follow: { 'shop/new': 'other', '/shop/new/*': '/other/*', 'shop/new/a.txt': 'other/a.txt' },
    ignore: ['shop/newer', 'shop', 'a/shop/new'],
  },
  'table table': { row: inDb, follow: { orders: 'other', Orders: 'other' }, ignore: ['orders2', ''] },
  'table in the database table': { row: inDb, follow: {}, ignore: ['orders', ''] },
  'fields field': {
    row: { ...inDb, table: 'Orders' },
    follow: { '["id","state"]': '["id","other"]' },
    ignore: ['["id","state2"]'],
  },
  'conditions field': {
    row: { ...inDb, component: '_table/orders/*' },
    follow: {
      '[{"name":"state","operator":"=","value":"state"}]': '[{"name":"other","operator":"=","value":"state"}]',
      '[{"field":"State","operator":"=","value":"1"}]': '[{"field":"other","operator":"=","value":"1"}]',
    },
    ignore: ['[{"name":"id","operator":"=","value":"state"}]', 'null'],
  },
  'conditions lookup': code('[{"name":"r","operator":"=","value":"{region}"}]', '[{"name":"region"}]'),
  'order field': {
    row: { ...inDb, table: 'orders' },
    follow: { 'state desc, id': 'other desc, id', 'id,STATE': 'id,other' },
    ignore: ['id, estate asc', 'id state'],
  },
  'address service': {
    follow: {
      '/api/v2/db/_table/x?a=db': '/api/v2/other/_table/x?a=db',
      'api/v2/db': 'api/v2/other',
      '/api/v2/DB/*': '/api/v2/other/*',
    },
    ignore: ['https://example.com/api/v2/db/_table', '/api/v2/dbx/a', '/db/', '*'],
  },
  'address table': {
    follow: { '/api/v2/db/_table/orders/{id}?limit=1': '/api/v2/db/_table/other/{id}?limit=1' },
    ignore: ['/api/v2/db2/_table/orders', '/api/v2/db/_table/orders2', 'https://example.com/api/v2/db/_table/orders'],
  },
  'page service': {
    row: { type: 3 },
    follow: { '/db/index.html': '/other/index.html' },
    ignore: ['/dbx/', 'x/db', ''],
  },
  'page folder': {
    row: { type: 3 },
    follow: { '/files/shop/new/index.html': '/files/other/index.html' },
    ignore: ['/files/shop/index.html', '/shop/new/'],
  },
  'file folder': {
    row: { storage_service_id: 7 },
    follow: { '/shop/new/a.js': '/other/a.js', 'shop/new': 'other' },
    ignore: ['shop/new.js', 'x/shop/new'],
  },
  'attachments service': {
    follow: {
      '{"service":"DB","path":"a.pdf"}': '{"service":"other","path":"a.pdf"}',
      '["db/a.pdf","https://example.com/db/a.pdf"]': '["other/a.pdf","https://example.com/db/a.pdf"]',
    },
    ignore: ['"https://example.com/db/a"', '{"service":"x","path":"db"}'],
  },
  'attachments folder': {
    follow: {
      '{"service":"files","path":"shop/new/a.pdf"}': '{"service":"files","path":"other/a.pdf"}',
      '"files/shop/new/a.pdf"': '"files/other/a.pdf"',
    },
    ignore: ['{"service":"x","path":"shop/new/a.pdf"}', '"shop/new/a.pdf"'],
  },
  'plan service': {
    follow: { '{"steps":[{"service":"DB","resource":"db"}]}': '{"steps":[{"service":"other","resource":"db"}]}' },
    ignore: ['{"steps":[{"service":"dbx"},{"from":"{steps.db}"}]}', '{"service":"db"}', '{}'],
  },
  'plan table': {
    follow: {
      '{"steps":[{"service":"db","resource":"_table/orders/{path.id}"}]}':
        '{"steps":[{"service":"db","resource":"_table/other/{path.id}"}]}',
    },
    ignore: ['{"steps":[{"service":"x","resource":"_table/orders"},{"service":"db"}]}'],
  },
  'code service': code("platform.api.get('db/_table/orders')", "get('dbx/_table')", 'the db'),
  'code table': code("get('db/_table/orders?limit=1')", "get('db/_table/orders2')", "get('x/_table/orders')"),
  'code email_template': code("post('email', { template: 'Welcome' })", "log('Welcome')"),
  'code lookup': code('"{region}"', 'region'),
  'settings lookup': code('{"host":"{region}.example.com"}', '{"host":"region"}'),
  'setting service service': { follow: { db: 'other', DB: 'other' }, ignore: ['dbx', ''] },
  'setting tool service': { follow: { db_list_users: 'other_list_users' }, ignore: ['dbx_list', 'db'] },
  'setting event service': { follow: { 'db.get': 'other.get' }, ignore: ['dbx.get'] },
  'setting event table': { follow: { 'db._table.orders.get': 'db._table.other.get' }, ignore: ['db._table.x.get'] },
  'setting address service': { follow: { '/api/v2/db/a': '/api/v2/other/a' }, ignore: ['/api/v2/dbx/a'] },
  'setting address table': {
    follow: { '/api/v2/db/_table/orders': '/api/v2/db/_table/other' },
    ignore: ['/api/v2/db/_table/orders2'],
  },
  'setting code service': code("get('db/x')", "get('dbx/x')"),
  'setting code table': code("get('db/_table/orders')", "get('db/_table/x')"),
  'setting code email_template': code("{ template: 'Welcome' }", "'Welcome'"),
  'setting code lookup': code('{region}', 'region'),
  'setting file folder': {
    row: { storage_service_id: 7 },
    follow: { 'shop/new/a.js': 'other/a.js' },
    ignore: ['shop/a.js'],
  },
}

const pairs = [
  ...Object.entries(forms).map(([form, by]) => [form, by] as const),
  ...Object.entries(settingForms).map(([form, by]) => [`setting ${form}`, by] as const),
].flatMap(([form, by]) =>
  Object.entries<Follow | undefined>(by).map(([kind, follow]) => ({ form, kind: kind as NamedKind, follow })),
)

describe('a text', () => {
  it.each(pairs)('of the form $form follows the new name of a $kind, and no other', ({ form, kind, follow }) => {
    const example = examples[`${form} ${kind}`]
    if (example === undefined || follow === undefined) throw new Error(`There is no example of ${form} ${kind}.`)
    const { row = {}, follow: changes, ignore } = example
    for (const [text, expected] of Object.entries(changes)) {
      expect(follow(text, targets[kind], 'other', row)).toBe(expected)
    }
    for (const text of ignore) expect(follow(text, targets[kind], 'other', row)).toBe(text)
  })

  it.each(Object.keys(targets) as NamedKind[])('that names a %s has a consequence wherever it is shown', (kind) => {
    const silent = mentionsOf(kind).filter(
      ({ mention: { broken } }) => broken !== undefined && broken[kind] === undefined,
    )
    expect(silent.map(({ table, column }) => `${table}.${column}`)).toEqual([])
    expect(mentionsOf(kind).length).toBeGreaterThan(0)
  })
})
