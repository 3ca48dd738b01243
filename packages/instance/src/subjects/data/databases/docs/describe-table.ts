import { createHash } from 'node:crypto'
import type { Engine } from '../../../../engines/engine.ts'
import { type PathItem, type Schema, schemaRef } from '../../../../gateway/ports/openapi.ts'
import type { DescribedRelation, DescribedTable } from '../../../../records/described-table.ts'
import { listOf, operation, pascal } from '../../../ground/docs/operation.ts'
import { listAnswer, type QueryName, queryRefs } from '../../../ground/docs/shared-components.ts'
import { columnSchema } from './column-schema.ts'

/** Names for a table's records in schemas and operations, or for the placeholder `{table_name}` of any table. */
export interface TableNames {
  /** Name in paths. */
  readonly path: string
  /** Name in operation ids, such as `DbContact`. */
  readonly operation: string
  readonly record: string
  /** Schema of a record that is embedded in another one, and so embeds none itself. */
  readonly row: string
  readonly list: string
  /** Schema of a record to create. */
  readonly fresh: string
  /** Label for people. */
  readonly label: string
}

/** Parameters of all operations on one record, and on many; they stand at the path, which keeps documents of many tables small. */
const ofRecord: readonly QueryName[] = ['fields', 'related', 'id_field']
const ofRecords: readonly QueryName[] = [...ofRecord, 'ids', 'filter']
const pages: readonly QueryName[] = ['limit', 'offset', 'order', 'group', 'include_count', 'include_schema']
const batch: readonly QueryName[] = ['continue', 'rollback']

/** Describes reads and writes of a table's records (docs/wire/tables.md, docs/wire/table-writes.md). */
export function recordsPaths(names: TableNames, parameters: readonly object[]): Readonly<Record<string, PathItem>> {
  const { path, operation: named, label } = names
  const [record, list] = [schemaRef(names.record), schemaRef(names.list)]
  const fresh = listOf(schemaRef(names.fresh))
  const many = { parameters: queryRefs(...batch), answer: list }
  const one = { answer: record }
  return {
    [path]: {
      parameters: [...parameters, ...queryRefs(...ofRecords)],
      get: operation(`get${named}Records`, `List records of ${label}`, {
        parameters: queryRefs(...pages, 'count_only', 'estimate', 'as_list', 'file', 'refresh'),
        answer: listAnswer(list, schemaRef('EstimatedCount')),
        asFile: true,
      }),
      post: operation(`create${named}Records`, `Create records of ${label}`, { ...many, body: fresh }),
      put: operation(`replace${named}Records`, `Update records of ${label} (same as PATCH)`, { ...many, body: list }),
      patch: operation(`update${named}Records`, `Change records of ${label}`, { ...many, body: list }),
      delete: operation(`delete${named}Records`, `Delete records of ${label}`, {
        parameters: queryRefs(...batch, 'force'),
        answer: { anyOf: [list, schemaRef('Success')] },
      }),
    },
    [`${path}/{id}`]: {
      parameters: [...parameters, { $ref: '#/components/parameters/record' }, ...queryRefs(...ofRecord)],
      get: operation(`get${named}Record`, `Read one record of ${label}`, one),
      put: operation(`replace${named}Record`, `Update one record of ${label} (same as PATCH)`, {
        ...one,
        body: record,
      }),
      patch: operation(`update${named}Record`, `Change one record of ${label}`, { ...one, body: record }),
      delete: operation(`delete${named}Record`, `Delete one record of ${label}`, one),
    },
  }
}

/**
 * Returns the names for the records of each table, by table name. Usual names come first and get the plain form, and others that would have
 * the same form get one with a hash, so that names, and the types generated from them, stay when tables come and go.
 */
export function tableNames(
  tables: readonly DescribedTable[],
  service: string,
  taken: Iterable<string>,
): ReadonlyMap<string, TableNames> {
  const isUsual = ({ apiName }: DescribedTable) => /^[a-z][a-z0-9]*(?:_[a-z][a-z0-9]*)*$/.test(apiName)
  const reserved = new Set([...taken].map((name) => name.toLowerCase()))
  const used = new Set(reserved)
  const claim = (wanted: string, { name: table }: DescribedTable) => {
    const name = reserved.has(wanted.toLowerCase()) ? `${wanted}2` : wanted
    const hash = createHash('sha256').update(table).digest('hex').slice(0, 6)
    const own = used.has(name.toLowerCase()) ? `${name}_${hash}` : name
    used.add(own.toLowerCase())
    return own
  }
  const ordered = [...tables.filter(isUsual), ...tables.filter((table) => !isUsual(table))]
  const records = new Map(ordered.map((table) => [table, claim(pascal(table.apiName), table)]))
  return new Map(
    ordered.map((table) => {
      const record = records.get(table) ?? pascal(table.apiName)
      return [
        table.name,
        {
          path: `/_table/${encodeURIComponent(table.apiName)}`,
          operation: `${service}${pascal(table.apiName)}`,
          record,
          list: claim(`${record}List`, table),
          fresh: claim(`New${record}`, table),
          row: claim(`${record}Row`, table),
          label: table.apiName,
        },
      ]
    }),
  )
}

/**
 * Returns the schemas of a table's records; `linked`: returns the schema of another table's row if it belongs to the same service. A row
 * within a record has no relations of its own: tools that resolve all references would follow them without end.
 */
export function tableSchemas(
  table: DescribedTable,
  names: TableNames,
  engine: Engine,
  linked: (relation: DescribedRelation) => string | undefined,
): Readonly<Record<string, Schema>> {
  const { record, row, list, fresh } = names
  const columns = table.fields.map((field) => [field.apiName, columnSchema(engine, field)] as const)
  const relations = table.relations.map((relation) => [relation.apiName, linkSchema(relation, linked)] as const)
  const taken = new Set(columns.map(([name]) => name))
  const links = relations.filter(([name]) => !taken.has(name))
  const required = table.fields.filter(isRequired).map(({ apiName }) => apiName)
  return {
    [row]: { type: 'object', title: table.label, properties: Object.fromEntries(columns) },
    [record]: {
      type: 'object',
      title: table.label,
      ...(table.description ? { description: table.description } : {}),
      properties: Object.fromEntries([...columns, ...links]),
    },
    [list]: listOf(schemaRef(record), { meta: schemaRef('Metadata') }),
    [fresh]: freshSchema(schemaRef(record), [...columns, ...links], required),
  }
}

/** A record to create: like one that is read, with what it has to have, and without what only the database writes. */
function freshSchema(
  record: Schema,
  members: readonly (readonly [string, Schema])[],
  required: readonly string[],
): Schema {
  const written = members.filter(([, schema]) => schema.readOnly !== true)
  return {
    ...(written.length === members.length
      ? { allOf: [record] }
      : { type: 'object', properties: Object.fromEntries(written) }),
    ...(required.length === 0 ? {} : { required }),
  }
}

function isRequired({ required, isVirtual, autoIncrement, generated }: DescribedTable['fields'][number]): boolean {
  return required && !isVirtual && !autoIncrement && !generated
}

function linkSchema(relation: DescribedRelation, linked: (relation: DescribedRelation) => string | undefined): Schema {
  const name = linked(relation)
  const row: Schema = name === undefined ? { type: 'object' } : schemaRef(name)
  const one = relation.type === 'belongs_to' || relation.type === 'has_one'
  return one ? { anyOf: [row, { type: 'null' }] } : { type: 'array', items: row }
}
