import type { RawColumn, RawDefault, RawForeignKey, RawTable } from '@millwright/connector/engine/catalog'
import type { Engine } from '@millwright/connector/engine/engine'
import type { DescribedField } from '../../../../records/described-table.ts'
import { callScope, runnable } from '../../../../records/functions/field-function.ts'
import { type FieldExtras, noFieldExtras } from './extras.ts'
import { labelOf, wireName } from './names.ts'

/** Describes a column for callers. */
export function describeColumn(
  engine: Engine,
  table: RawTable,
  column: RawColumn,
  extras: FieldExtras = noFieldExtras,
): DescribedField {
  const isPrimaryKey = table.primaryKey.includes(column.name)
  const key = table.foreignKeys.find((each) => isOnly(each.columns, column.name))
  const autoIncrement = column.autoIncrement
  const { schema } = engine
  const type = isReadAs(engine, extras.type, schema.simpleType(column))
    ? extras.type
    : keyType(schema.columnSimpleType?.(column) ?? schema.simpleType(column), {
        isId: autoIncrement && isPrimaryKey && table.primaryKey.length === 1,
        isReference: key !== undefined,
      })
  const rawDefault = autoIncrement || column.generated ? null : column.default
  return {
    ...described(engine, table, column.name, extras),
    type,
    dbType: column.dbType,
    length: column.length,
    precision: column.precision,
    scale: column.scale,
    default: defaultOf(rawDefault, type),
    required: !column.nullable && rawDefault === null && !autoIncrement && !column.generated,
    allowNull: column.nullable,
    fixedLength: column.fixedLength,
    supportsMultibyte: column.multibyte,
    autoIncrement,
    generated: column.generated,
    ...(column.generatedAs === undefined ? {} : { generatedAs: column.generatedAs }),
    isPrimaryKey,
    isUnique: table.uniques.some((each) => isOnly(each.columns, column.name)),
    isIndex: table.indexes.some((each) => isOnly(each.columns, column.name)),
    ...reference(key, column.name),
    isVirtual: false,
    isAggregate: false,
    ...(column.choices === undefined ? {} : { choices: column.choices }),
    ...(column.checks === undefined ? {} : { checks: column.checks }),
    ...(column.partitions === undefined ? {} : { partitions: column.partitions }),
    ...(column.moments === undefined ? {} : { moments: column.moments }),
  }
}

/** Describes a virtual field, which consists of its functions only. */
export function describeVirtual(engine: Engine, table: RawTable, name: string, extras: FieldExtras): DescribedField {
  return {
    ...described(engine, table, name, extras),
    type: extras.type ?? 'string',
    dbType: null,
    length: null,
    precision: null,
    scale: null,
    ...withoutColumn,
    isAggregate: extras.isAggregate,
  }
}

/** What describes every field that no column of the table holds. */
export const withoutColumn = {
  default: null,
  required: false,
  allowNull: true,
  fixedLength: false,
  supportsMultibyte: false,
  autoIncrement: false,
  generated: false,
  isPrimaryKey: false,
  isUnique: false,
  isIndex: false,
  isForeignKey: false,
  refTable: null,
  refField: null,
  refOnUpdate: null,
  refOnDelete: null,
  isVirtual: true,
} as const satisfies Partial<DescribedField>

/** No record can have a member `__proto__`: a field of that name has an alias even if nobody chose one (docs/wire/tables.md). */
export function aliasOf(name: string, chosen: string | null, columns: readonly string[]): string | null {
  if (chosen !== null || name !== '__proto__') return chosen
  const taken = new Set(columns.map((each) => each.toLowerCase()))
  let alias = '_proto_'
  while (taken.has(alias)) alias += '_'
  return alias
}

function described(engine: Engine, table: RawTable, name: string, extras: FieldExtras) {
  const alias = aliasOf(name, extras.alias, columnNames(table))
  return {
    name,
    apiName: alias ?? name,
    alias,
    label: extras.label ?? labelOf(name),
    description: extras.description,
    picklist: extras.picklist,
    validation: extras.validation,
    dbFunctions: (extras.dbFunctions ?? []).map((each) => runnable(each, () => callScope(engine, columnNames(table)))),
  }
}

function reference(key: RawForeignKey | undefined, column: string) {
  return {
    isForeignKey: key !== undefined,
    refTable: key === undefined ? null : wireName(key.target),
    refField: key?.targetColumns[key.columns.indexOf(column)] ?? null,
    refOnUpdate: key?.onUpdate ?? null,
    refOnDelete: key?.onDelete ?? null,
  }
}

/** Returns whether the chosen type would be described as this one; the stored choice may be older than the column. */
function isReadAs(engine: Engine, chosen: string | null, found: string): chosen is string {
  if (chosen === null) return false
  const expected = typeFoundFor(engine, chosen)
  // MariaDB stores JSON as text.
  return expected === found || (expected === 'string' && found === 'text')
}

/** Returns the simple type that describes a column created with another one, or `null` if the engine does not support it. */
export function typeFoundFor(engine: Engine, type: string): string | null {
  const sizes = { length: null, precision: null, scale: null, fixedLength: false, multibyte: false }
  const dbType = engine.schema.columnType({ type, ...sizes })
  return dbType === null ? null : engine.schema.simpleType({ dbType, length: null, precision: null })
}

function keyType(found: string, { isId, isReference }: { isId: boolean; isReference: boolean }): string {
  if (isId && (found === 'integer' || found === 'bigint')) return 'id'
  return isReference && found === 'integer' ? 'reference' : found
}

/** Converts a literal default to the field's type, if possible. */
function defaultOf(rawDefault: RawDefault | null, type: string): unknown {
  if (rawDefault === null || 'expression' in rawDefault) return rawDefault
  const { literal } = rawDefault
  if (type === 'boolean' && literal !== null) return truths.get(String(literal).toLowerCase()) ?? literal
  if (typeof literal === 'string' && numeric.has(type) && String(Number(literal)) === literal) return Number(literal)
  return literal
}

const truths = new Map([
  ['1', true],
  ['true', true],
  ['t', true],
  ["b'1'", true],
  ['0', false],
  ['false', false],
  ['f', false],
  ["b'0'", false],
])

const numeric = new Set('integer bigint reference user_id decimal money float double'.split(' '))

function columnNames({ columns }: RawTable): string[] {
  return columns.map(({ name }) => name)
}

function isOnly(columns: readonly string[], name: string): boolean {
  return columns.length === 1 && columns[0] === name
}
