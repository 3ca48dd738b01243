import {
  type ApiDescription,
  listOf,
  operation,
  type Parameter,
  type PathItem,
  pascal,
  pathParameter,
  queryParameter,
  type Schema,
  schemaRef,
  uniqueNames,
} from '@millwright/connector/openapi'
import type { DeclaredTable } from '../../../records/system/declared-table.ts'
import { isWritable, type Relation } from '../../../records/system/relation.ts'
import { ownOperations } from '../docs/own-operations.ts'
import {
  accessRequestPaths,
  dataHistoryPaths,
  scriptPaths,
  webhookDeliveryPaths,
  webhookPaths,
} from '../docs/resource-paths.ts'
import {
  keySchemas,
  listAnswer,
  type QueryName,
  queryComponents,
  queryRefs,
  recordFieldSchema,
  sharedComponents,
} from '../docs/shared-components.ts'
import type { ResourceDeclaration, SystemResource } from './resource.ts'

/** Names the schemas of tables in one document, and collects them. */
interface TableSchemas {
  /** Name of the schema of a table's rows. */
  nameOf(declared: DeclaredTable): string
  /** Name of the schema of a new row. */
  newNameOf(declared: DeclaredTable): string
  readonly schemas: Readonly<Record<string, Schema>>
}

const readOne: readonly QueryName[] = ['fields']
const readMany: readonly QueryName[] = [
  ...(['fields', 'filter', 'limit', 'offset', 'order', 'group', 'ids'] as const),
  ...(['include_count', 'include_schema', 'count_only', 'as_list', 'file'] as const),
]
const writeMany: readonly QueryName[] = ['fields', 'rollback', 'continue']

/** Creates the schemas of rows of declared resources, each named after a single row. */
function tableSchemas(declarations: readonly ResourceDeclaration[], unique: (name: string) => string): TableSchemas {
  const names = new Map<DeclaredTable, string>()
  const newNames = new Map<DeclaredTable, string>()
  const schemas: Record<string, Schema> = {}
  const nameOf = (declared: DeclaredTable) => {
    const known = names.get(declared)
    if (known !== undefined) return known
    const name = unique(pascal(declared.label))
    names.set(declared, name)
    schemas[name] = rowSchema(declared)
    return name
  }
  for (const { declared, relations } of declarations) {
    const name = nameOf(declared)
    const related = (each: Relation) => [each.name, relationSchema(each, nameOf)] as const
    schemas[name] = withMembers(schemas[name] ?? {}, relations.map(related))
    const newName = unique(`New${name}`)
    newNames.set(declared, newName)
    schemas[newName] = withMembers(newRowSchema(declared), relations.filter(isWritable).map(related))
  }
  return { nameOf, newNameOf: (declared) => newNames.get(declared) ?? nameOf(declared), schemas }
}

function withMembers(schema: Schema, members: readonly (readonly [string, Schema])[]): Schema {
  return { ...schema, properties: { ...Object(schema.properties), ...Object.fromEntries(members) } }
}

function newRowSchema(declared: DeclaredTable): Schema {
  const columns = declared.columns.filter(({ field }) => field.mode !== 'readOnly')
  const required = columns.filter(({ field }) => field.required === true).map(({ name }) => name)
  return { ...rowSchema({ columns }), ...(required.length === 0 ? {} : { required }) }
}

function rowSchema({ columns }: Pick<DeclaredTable, 'columns'>): Schema {
  const properties = columns.map(({ name, field }) => [name, recordFieldSchema(field)] as const)
  return { type: 'object', properties: Object.fromEntries(properties) }
}

function relationSchema(relation: Relation, nameOf: (declared: DeclaredTable) => string): Schema {
  if (relation.kind === 'virtual') return { type: 'array', items: { type: 'object' } }
  const row = schemaRef(nameOf(relation.target))
  const one = relation.kind === 'belongsTo' || relation.kind === 'hasOne'
  return one ? { anyOf: [row, { type: 'null' }] } : { type: 'array', items: row }
}

/** The relations that can be embedded in a record. */
function relatedParameter(relations: readonly Relation[]): Parameter {
  const names = relations.map(({ name }) => name)
  return queryParameter('related', 'Relations to embed.', { type: 'array', items: { type: 'string', enum: names } })
}

/** The operations of a resource whose records are table rows; only the reading ones if it is read-only. */
function recordPaths(
  { name, readOnly }: SystemResource,
  { declared, relations, madeElsewhere }: ResourceDeclaration,
  service: string,
  schemas: TableSchemas,
): Readonly<Record<string, PathItem>> {
  const one = `${service}${pascal(declared.label)}`
  const many = `${service}${pascal(declared.plural)}`
  const label = declared.label.toLowerCase()
  const plural = declared.plural.toLowerCase()
  const row = schemaRef(schemas.nameOf(declared))
  const list = listOf(row, { meta: { type: 'object' } })
  const fresh = schemaRef(schemas.newNameOf(declared))
  const related = relations.length === 0 ? [] : [relatedParameter(relations)]
  const write = { parameters: [...queryRefs(...writeMany), ...related], answer: list }
  const readsOne = { parameters: [...queryRefs(...readOne), ...related], answer: row }
  const change = { ...readsOne, body: row }
  const key = pathParameter('id', `Identifier of the ${label}.`, {
    type: declared.keyType === 'number' ? 'integer' : 'string',
  })
  const deletes = {
    delete: operation(`delete${many}`, `Delete several ${plural}`, {
      parameters: [...queryRefs('ids', 'force', ...writeMany), ...related],
      answer: list,
    }),
  }
  const writes = {
    post: operation(`create${many}`, `Create ${plural}`, { ...write, body: listOf(fresh), status: 201 }),
    put: operation(`replace${many}`, `Update several ${plural} (same as PATCH)`, { ...write, body: list }),
    patch: operation(`update${many}`, `Change several ${plural}`, { ...write, body: list }),
    ...deletes,
  }
  const deletesOne = { delete: operation(`delete${one}`, `Delete one ${label}`, readsOne) }
  const writesOne = {
    put: operation(`replace${one}`, `Update one ${label} (same as PATCH)`, change),
    patch: operation(`update${one}`, `Change one ${label}`, change),
    ...deletesOne,
  }
  return {
    [`/${name}`]: {
      get: operation(`get${many}`, `List ${plural}`, {
        parameters: [...queryRefs(...readMany), ...related],
        answer: listAnswer(list),
        asFile: true,
      }),
      ...(readOnly ? {} : madeElsewhere ? deletes : writes),
    },
    [`/${name}/{id}`]: {
      parameters: [key],
      get: operation(`get${one}`, `Read one ${label}`, readsOne),
      ...(readOnly ? {} : madeElsewhere ? deletesOne : writesOne),
    },
  }
}

/** The operations of other resources, of which only `singleton` and `readOnly` are known. */
function plainPaths(
  { name, label, singleton, readOnly }: SystemResource,
  service: string,
): Readonly<Record<string, PathItem>> {
  const thing = `${service}${pascal(name)}`
  const anything: Schema = {}
  const body: Schema = { type: 'object' }
  const item = {
    get: operation(`get${thing}${singleton ? '' : 'Item'}`, `Read ${label}`, { answer: anything }),
    ...(readOnly
      ? {}
      : {
          patch: operation(`update${thing}${singleton ? '' : 'Item'}`, `Change ${label}`, { body, answer: anything }),
          delete: operation(`delete${thing}${singleton ? '' : 'Item'}`, `Delete ${label}`, { answer: anything }),
        }),
  }
  const post = readOnly ? {} : { post: operation(`create${thing}`, `Create ${label}`, { body, answer: anything }) }
  if (singleton) return { [`/${name}`]: { ...item, ...post } }
  return {
    [`/${name}`]: {
      get: operation(`get${thing}`, `List ${label}`, {
        parameters: queryRefs('fields', 'as_list'),
        answer: listOf({}),
      }),
      ...post,
    },
    [`/${name}/{id}`]: { parameters: [pathParameter('id', 'Its name or identifier.')], ...item },
  }
}

/** Describes a service that consists of named resources, such as `system` and `user`, from their declarations. */
export function describeResources(service: string, resources: readonly SystemResource[]): ApiDescription {
  const named = pascal(service)
  const declared = resources.flatMap(({ declaration }): ResourceDeclaration[] => (declaration ? [declaration] : []))
  const schemas = tableSchemas(
    declared,
    uniqueNames([...Object.keys(sharedComponents.schemas ?? {}), ...Object.keys(keySchemas)]),
  )
  const sorted = [...resources].sort((a, b) => (a.name < b.name ? -1 : 1))
  const paths = Object.assign({}, root(named), ...sorted.map((resource) => pathsOf(resource)))
  return { paths, components: { ...queryComponents, schemas: { ...keySchemas, ...schemas.schemas } } }

  function pathsOf(resource: SystemResource): Readonly<Record<string, PathItem>> {
    const { name, declaration } = resource
    if (declaration !== undefined) {
      const more = besides.get(name)
      // Audit log entries cannot be written, only reverted; requests for access are decided.
      const described = name === 'audit' || name === 'access_request' ? { ...resource, readOnly: true } : resource
      const records = recordPaths(described, declaration, named, schemas)
      return more === undefined ? records : withMore(records, more(`/${name}`, named, rowOf(declaration)))
    }
    const own = ownOperations.get(name)
    return own === undefined
      ? plainPaths(resource, named)
      : own(`/${name}`, name.includes('/') ? `${named}${pascal(name.split('/')[0] ?? '')}` : named)
  }

  function rowOf({ declared }: ResourceDeclaration): Schema {
    return schemaRef(schemas.nameOf(declared))
  }
}

function withMore(paths: ApiDescription['paths'], more: ApiDescription['paths']): ApiDescription['paths'] {
  const added = Object.entries(more).map(([path, item]) => [path, { ...paths[path], ...item }] as const)
  return { ...paths, ...Object.fromEntries(added) }
}

type DescribeMore = (below: string, named: string, row: Schema) => ApiDescription['paths']

/** A single value is returned bare. */
const customValue: DescribeMore = (below, named) => {
  const parameters = queryRefs('fields')
  return {
    [`${below}/{id}`]: { get: operation(`get${named}CustomValue`, 'Read one value', { parameters, answer: {} }) },
  }
}

const takeBack: DescribeMore = (below, named) => ({
  [`${below}/{id}/take_back`]: {
    parameters: [pathParameter('id', 'Identifier of the audit entry.', { type: 'integer' })],
    post: operation(`takeBack${named}AuditEntry`, 'Revert one change', {
      answer: { type: 'object', description: 'The current record or records.' },
      orStatus: 201,
    }),
  },
})

/** Operations of some resources besides reading and writing. */
const besides: ReadonlyMap<string, DescribeMore> = new Map([
  ['access_request', accessRequestPaths],
  ['event_script', scriptPaths],
  ['custom', customValue],
  ['audit', takeBack],
  ['data_history', dataHistoryPaths],
  ['webhook', webhookPaths],
  ['webhook_delivery', webhookDeliveryPaths],
])

function root(named: string): Readonly<Record<string, PathItem>> {
  const parameters = queryRefs('fields', 'as_list')
  const answer = { $ref: '#/components/schemas/ResourceList' }
  return { '/': { get: operation(`get${named}Resources`, 'List the resources', { parameters, answer }) } }
}
