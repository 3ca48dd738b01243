import { createHash } from 'node:crypto'
import type { Engine } from '@millwright/connector/engine/engine'
import { listOf, operation, type PathItem, pascal, type Schema, schemaRef } from '@millwright/connector/openapi'
import type { DescribedRelation, DescribedTable } from '../../../../records/described-table.ts'
import { type QueryName, queryRefs } from '../../../ground/docs/shared-components.ts'
import { labelOf } from '../schema/names.ts'
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
const ofRecord: readonly QueryName[] = ['fields', 'related']
const ofRecords: readonly QueryName[] = [...ofRecord, 'ids', 'filter']
const pages: readonly QueryName[] = ['limit', 'offset', 'order', 'include_count']
/** What else there is, and brief descriptions leave out. */
const more = {
  ofRecord: ['id_field'],
  ofRecords: ['id_field', 'continue', 'rollback'],
  pages: ['group', 'include_schema', 'count_only', 'estimate', 'as_list', 'file', 'refresh'],
} as const satisfies Readonly<Record<string, readonly QueryName[]>>

interface RecordsForm {
  /** Parameters in the path before that of the record. */
  readonly parameters: readonly object[]
  /**
   * Leaves out what the paths with placeholders have: PUT, which is the same as PATCH, rare parameters and the records that writes return,
   * which are identifiers by default; and the label, which the path contains.
   */
  readonly isBrief: boolean
  /** Leaves out writes, which the database refuses. */
  readonly isReadOnly: boolean
}

/** Describes reads and writes of a table's records (docs/wire/tables.md, docs/wire/table-writes.md). */
export function recordsPaths(
  names: TableNames,
  { parameters, isBrief, isReadOnly }: RecordsForm,
): Readonly<Record<string, PathItem>> {
  const { path, operation: named } = names
  const some = isBrief ? '' : ` records of ${names.label}`
  const one = isBrief ? ' one' : ` one record of ${names.label}`
  const record = schemaRef(names.record)
  const list = schemaRef(names.list)
  const fresh = listOf(schemaRef(names.fresh))
  const written = isBrief ? { response: 'RecordsResponse' } : { answer: list }
  const writtenOne = isBrief ? { response: 'RecordResponse' } : { answer: record }
  const change = { ...written, body: list }
  const changeOne = { ...writtenOne, body: record }
  const unlessBrief = (item: object) => (isBrief ? {} : item)
  const rare = (names: readonly QueryName[]) => (isBrief ? [] : queryRefs(...names))
  const ifWritable = (item: PathItem) => (isReadOnly ? {} : item)
  return {
    [path]: {
      parameters: [...parameters, ...queryRefs(...ofRecords), ...rare(more.ofRecords)],
      get: operation(`get${named}Records`, `List${some}`, {
        parameters: [...queryRefs(...pages), ...rare(more.pages)],
        answer: isBrief ? list : { anyOf: [list, schemaRef('NoRecords')] },
        asFile: !isBrief,
      }),
      ...ifWritable({
        post: operation(`create${named}Records`, `Create${some}`, { ...written, body: fresh }),
        ...unlessBrief({ put: operation(`replace${named}Records`, `Update${some} (same as PATCH)`, change) }),
        patch: operation(`update${named}Records`, `Change${some}`, change),
        delete: operation(`delete${named}Records`, `Delete${some}`, {
          ...written,
          ...unlessBrief({ parameters: queryRefs('force'), answer: { anyOf: [list, schemaRef('Success')] } }),
        }),
      }),
    },
    [`${path}/{id}`]: {
      parameters: [
        ...parameters,
        { $ref: '#/components/parameters/record' },
        ...queryRefs(...ofRecord),
        ...rare(more.ofRecord),
      ],
      get: operation(`get${named}Record`, `Read${one}`, { answer: record }),
      ...ifWritable({
        ...unlessBrief({ put: operation(`replace${named}Record`, `Update${one} (same as PATCH)`, changeOne) }),
        patch: operation(`update${named}Record`, `Change${one}`, changeOne),
        delete: operation(`delete${named}Record`, `Delete${one}`, writtenOne),
      }),
    },
  }
}

/**
 * Returns the names for the records of each table, by table name. Usual names come first and get the plain form, and others that would have
 * the same form get one with a hash, so that names, and the types generated from them, stay when tables come and go.
 */
export function documentedNames(
  tables: readonly DescribedTable[],
  service: string,
  taken: Iterable<string>,
): ReadonlyMap<string, TableNames> {
  const isUsual = ({ apiName }: DescribedTable) => /^[a-z][a-z0-9]*(?:_[a-z][a-z0-9]*)*$/.test(apiName)
  const reserved = new Set([...taken].map((name) => name.toLowerCase()))
  const used = new Set(reserved)
  const claim = (wanted: string, { name: table }: DescribedTable) => {
    const name = reserved.has(wanted.toLowerCase()) ? `${wanted}2` : wanted
    const own = used.has(name.toLowerCase()) ? `${name}_${hashOf(table)}` : name
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

const hashOf = (table: string) => createHash('sha256').update(table).digest('hex').slice(0, 6)

interface SchemasOf {
  readonly engine: Engine
  /** Returns the schema of another table's row if it belongs to the same service. */
  readonly linked: (relation: DescribedRelation) => string | undefined
  /** Composes the records of their rows instead of repeating columns, and leaves out relations through a third table, which are many. */
  readonly isBrief: boolean
}

/**
 * Returns the schemas of a table's records. A row within a record has no relations of its own: tools that resolve all references would
 * follow them without end.
 */
export function tableSchemas(
  table: DescribedTable,
  names: TableNames,
  { engine, linked, isBrief }: SchemasOf,
): Readonly<Record<string, Schema>> {
  const { record, row, list, fresh } = names
  const columns = table.fields.map((field) => [field.apiName, columnSchema(engine, field)] as const)
  const taken = new Set(columns.map(([name]) => name))
  const links = table.relations
    .filter(({ type, apiName }) => !(taken.has(apiName) || (isBrief && type === 'many_many')))
    .map((relation) => [relation.apiName, linkSchema(relation, linked)] as const)
  const required = table.fields.filter(isRequired).map(({ apiName }) => apiName)
  const title = table.label === labelOf(table.name) ? {} : { title: table.label }
  const description = table.description ? { description: table.description } : {}
  return {
    [row]: { type: 'object', ...title, properties: Object.fromEntries(columns) },
    [record]: isBrief
      ? {
          ...description,
          allOf: [schemaRef(row)],
          ...(links.length === 0 ? {} : { properties: Object.fromEntries(links) }),
        }
      : { type: 'object', ...title, ...description, properties: Object.fromEntries([...columns, ...links]) },
    [list]: listOf(schemaRef(record), { meta: schemaRef('Metadata') }),
    // Generators find required members only in the own ones of a composed schema.
    [fresh]: freshSchema(isBrief ? [row, record] : [record], [...columns, ...links], required),
  }
}

/** A record to create: like one that is read, with what it has to have, and without what only the database writes. */
function freshSchema(
  parts: readonly string[],
  members: readonly (readonly [string, Schema])[],
  required: readonly string[],
): Schema {
  const written = members.filter(([, schema]) => schema.readOnly !== true)
  return {
    ...(written.length === members.length
      ? { allOf: parts.map(schemaRef) }
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
