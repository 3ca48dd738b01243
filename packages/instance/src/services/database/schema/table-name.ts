import type { TableName } from '../catalog.ts'

/** The wire's name of a table: bare in the default schema, else `schema.table`. */
export function wireName({ schema, name }: TableName): string {
  return schema === null ? name : `${schema}.${name}`
}
