import type { Routine } from '@millwright/connector/engine/routine'
import { compileErrors, validate } from '@readme/openapi-parser'
import { expect, test } from 'vitest'
import { postgresEngine } from '../../../engines/postgres/postgres-engine.ts'
import type { DescribedField, DescribedTable } from '../../../records/described-table.ts'
import { byApiName } from '../../../records/names.ts'
import { describeDatabase } from '../../data/databases/docs/describe-database.ts'
import { serviceDocument } from './document.ts'

const id: DescribedField = {
  name: 'id',
  apiName: 'id',
  alias: null,
  label: 'Id',
  description: null,
  type: 'id',
  dbType: 'integer',
  length: null,
  precision: null,
  scale: null,
  default: null,
  required: false,
  allowNull: false,
  fixedLength: false,
  supportsMultibyte: false,
  autoIncrement: true,
  generated: false,
  isPrimaryKey: true,
  isUnique: false,
  isIndex: false,
  isForeignKey: false,
  refTable: null,
  refField: null,
  refOnUpdate: null,
  refOnDelete: null,
  picklist: null,
  validation: null,
  dbFunctions: [],
  isVirtual: false,
  isAggregate: false,
}

function table(name: string, ...fields: Partial<DescribedField>[]): DescribedTable {
  return {
    table: { schema: null, name },
    name,
    apiName: name,
    alias: null,
    label: name,
    plural: name,
    description: null,
    isView: false,
    primaryKey: [id],
    nameField: null,
    relations: [],
    fields: [id, ...fields.map((field) => ({ ...id, isPrimaryKey: false, autoIncrement: false, ...field }))],
    fieldByName: byApiName('fields', []),
    relationByName: byApiName('relations', []),
  }
}

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
    {
      name: 'status',
      apiName: 'status',
      type: 'string',
      picklist: ['a', 'b'],
      validation: { picklist: true },
      allowNull: true,
    },
    { name: 'amount', apiName: 'amount', type: 'money', required: true },
    { name: '__proto__', apiName: '__proto__', type: 'json', default: { expression: 'NOW()' } },
  ]
  const tables = names.map((name) => table(name, ...fields))
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
