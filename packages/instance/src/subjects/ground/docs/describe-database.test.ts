import type { Routine } from '@millwright/connector/engine/routine'
import { compileErrors, validate } from '@readme/openapi-parser'
import { expect, test } from 'vitest'
import { postgresEngine } from '../../../engines/postgres/postgres-engine.ts'
import { describeDatabase } from '../../data/databases/docs/describe-database.ts'
import { fieldOf, tableOf } from '../../data/databases/suite/described.ts'
import { serviceDocument } from './document.ts'

const routine: Routine = {
  schema: null,
  name: 'add up',
  kind: 'function',
  answers: 'value',
  returnType: 'numeric',
  params: [
    {
      name: 'first',
      mode: 'IN',
      dbType: 'integer',
      length: null,
      precision: null,
      scale: null,
      default: null,
      optional: false,
    },
  ],
}

test('tables and routines of any name result in a valid document', async () => {
  const names = [
    'error',
    'foo_bar',
    'fooBar',
    'order items',
    'a/b',
    '{x}',
    'Größe',
    '日本',
    '__proto__',
    'constructor',
    'Metadata',
  ]
  const fields = [
    fieldOf('id', { type: 'id', dbType: 'integer', allowNull: false, autoIncrement: true, isPrimaryKey: true }),
    fieldOf('status', { picklist: ['a', 'b'], validation: { picklist: true } }),
    fieldOf('amount', { type: 'money', allowNull: false, required: true }),
    fieldOf('__proto__', { type: 'json', allowNull: false, default: { expression: 'NOW()' } }),
  ]
  const tables = names.map((name) => tableOf(name, fields))
  const procedure: Routine = { ...routine, kind: 'procedure', answers: 'nothing', returnType: null }
  const api = await describeDatabase('my-db', {
    serviceId: 1,
    engine: postgresEngine,
    tables,
    routines: [routine, routine, procedure],
    isBrief: false,
  })
  const document = await serviceDocument({ name: 'my-db', label: 'Mine', description: '', group: 'Database', api }, '')
  const checked = await validate(structuredClone(document) as Parameters<typeof validate>[0])
  expect(checked.valid ? '' : compileErrors(checked)).toBe('')
  expect(Object.keys(api.paths)).toEqual(
    expect.arrayContaining(['/_table/%7Bx%7D', '/_table/a%2Fb', '/_func/add%20up', '/_proc/add%20up']),
  )
  expect(api.components.schemas?.FooBar).not.toBe(api.components.schemas?.FooBar2)
  expect(api.components.schemas?.Error2).toMatchObject({
    properties: {
      status: { type: ['string', 'null'], enum: ['a', 'b', null] },
      amount: { type: 'number' },
    },
  })
})
