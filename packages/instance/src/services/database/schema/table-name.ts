import type { TableName } from '../catalog.ts'

/** The wire's name of a table: bare in the default schema, else `schema.table`. */
export function wireName({ schema, name }: TableName): string {
  return schema === null ? name : `${schema}.${name}`
}

/** Where a table of this name is made. Engines without schemas take the whole name; of others a point ends the schema. */
export function tableNameOf(name: string, hasSchemas: boolean): TableName {
  const point = hasSchemas ? name.indexOf('.') : -1
  if (point <= 0 || point === name.length - 1) return { schema: null, name }
  return { schema: name.slice(0, point), name: name.slice(point + 1) }
}
