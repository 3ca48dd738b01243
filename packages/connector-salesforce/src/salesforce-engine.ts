import type { Settings } from '@millwright/connector/config-values'
import type { ConnectorTools } from '@millwright/connector/connector'
import { commonSimpleType, typeWord } from '@millwright/connector/engine/column-type'
import { commonValues, identifier, standardClock } from '@millwright/connector/engine/common-dialect'
import { withoutRenewal } from '@millwright/connector/engine/default-sql'
import type { Dialect, Engine, OwnType, SchemaDialect, ValueDialect } from '@millwright/connector/engine/engine'
import type { ValueFamily } from '@millwright/connector/engine/values/value-family'
import { Problem } from '@millwright/contract/problem'
import { openSalesforce } from './salesforce-database.ts'
import { marks } from './soql.ts'

/** Salesforce, through its REST API. */
export function open(_: Settings, { openSender }: Pick<ConnectorTools, 'openSender'>): Engine {
  return {
    name: 'salesforce_db',
    services: [],
    isFileBased: false,
    dialect: salesforceDialect,
    values: salesforceValues,
    open: (settings) => openSalesforce(settings, openSender),
    schema: salesforceSchema,
    functions: new Set(),
    routines: null,
    store: null,
  }
}

const unquoted: ReadonlySet<ValueFamily> = new Set(['integer', 'decimal', 'float', 'moment'])
const quote = (name: string) => identifier(name, '"', '"')

/** The SQL of the record engine, which is translated to Salesforce requests. */
export const salesforceDialect: Dialect = {
  quote,
  table: ({ name }) => quote(name),
  placeholder: () => '?',
  page: (limit, offset) => `LIMIT ${limit} OFFSET ${offset}`,
  keysetFromOffset: null,
  returning: { insert: 'returning', update: 'none', delete: 'none' },
  nextNumber: null,
  returnsInsertedId: false,
  insertedIdStep: null,
  insertsTogether: true,
  emptyInsert: 'empty list',
  transactions: false,
  failureEndsTransaction: false,
  schemas: null,
  longestName: { most: 80, unit: 'characters', size: (name) => name.length },
  nullsOrder: true,
  like: (column, placeholder) => `${column} LIKE ${marks.pattern}${placeholder}`,
  wildcards: /[\\%_]/g,
  // SOQL only searches text fields, and cannot cast other values to text.
  isText: () => true,
  asText: (expression) => expression,
  incomparable: new Set(),
  unsortable: new Set(),
  operand: (placeholder, family) => (unquoted.has(family) ? `${marks.plain}${placeholder}` : placeholder),
  among: null,
  clock: { ...standardClock, UTC_TIMESTAMP: 'CURRENT_TIMESTAMP' },
  maxValues: 400,
  booleans: true,
  rowLock: { hint: '', clause: '' },
  savepoint: { set: () => '', rollback: () => '', release: () => null },
}

export const salesforceValues: ValueDialect = {
  ...commonValues,
  integerRange(dbType) {
    const digits = Number(/\((\d+)\)/.exec(dbType)?.[1] ?? 9)
    const most = 10n ** BigInt(digits) - 1n
    return [-most, most]
  },
  countsCharacters: () => true,
  booleans: () => [true, false],
}

/** Rejects schema changes, which are made in Salesforce itself. */
export const salesforceSchema: SchemaDialect = {
  columnType: () => null,
  simpleType: salesforceType,
  computedDefault: withoutRenewal,
  allowsForwardReferences: false,
  plan() {
    throw new Problem(400, 'Objects of Salesforce are changed in its setup, not here.')
  },
}

function salesforceType(column: OwnType): string {
  const word = typeWord(column.dbType)
  if (word === 'int') return Number(/\((\d+)\)/.exec(column.dbType)?.[1] ?? 9) > 9 ? 'bigint' : 'integer'
  return simpleTypes.get(word) ?? (word === 'reference' ? 'string' : commonSimpleType(column))
}

const simpleTypes: ReadonlyMap<string, string> = new Map([
  ['double', 'decimal'],
  ['currency', 'decimal'],
  ['percent', 'decimal'],
  ['long', 'bigint'],
  ['datetime', 'datetime'],
  ['textarea', 'text'],
  ['base64', 'string'],
  ['address', 'json'],
  ['location', 'json'],
  ['anytype', 'string'],
])
