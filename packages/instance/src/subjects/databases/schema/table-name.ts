import type { TableName } from '../../../engines/catalog.ts'
import type { Engine } from '../../../engines/engine.ts'

/** The wire's name of a table: bare in the default schema, else `schema.table`. */
export function wireName({ schema, name }: TableName): string {
  return schema === null ? name : `${schema}.${name}`
}

/** Schemas whose tables have no prefix on the wire. */
const defaultSchemas: Partial<Record<Engine['name'], string>> = { pgsql: 'public', sqlsrv: 'dbo' }

/** Where a table of this name is made. SQLite has no schemas and takes the whole name; elsewhere a point ends the schema. */
export function tableNameOf(name: string, engine: Engine['name']): TableName {
  const point = engine === 'sqlite' ? -1 : name.indexOf('.')
  if (point <= 0 || point === name.length - 1) return { schema: null, name }
  const schema = name.slice(0, point)
  return { schema: schema === defaultSchemas[engine] ? null : schema, name: name.slice(point + 1) }
}
