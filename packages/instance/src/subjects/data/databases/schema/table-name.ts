import type { TableName } from '@millwright/connector/engine/catalog'
import type { Engine } from '@millwright/connector/engine/engine'
import { Problem } from '@millwright/contract/problem'

/** Returns the name of a table on the wire: bare in the default schema, else `schema.table`. */
export function wireName({ schema, name }: TableName): string {
  return schema === null ? name : `${schema}.${name}`
}

/** Returns where a table with this name is created: a dot ends the schema, if the engine has schemas. */
export function tableNameOf(name: string, { dialect: { schemas } }: Pick<Engine, 'dialect'>): TableName {
  const point = schemas === null ? -1 : name.indexOf('.')
  if (point <= 0 || point === name.length - 1) return { schema: null, name }
  const schema = name.slice(0, point)
  return { schema: schema === schemas?.usual ? null : schema, name: name.slice(point + 1) }
}

/** Throws 400 if names of tables or columns are too long for the engine. */
export function assertNamesFit({ dialect: { longestName } }: Pick<Engine, 'dialect'>, names: Iterable<string>): void {
  const { most, size, unit } = longestName
  for (const name of names) {
    if (size(name) > most)
      throw new Problem(400, `The name '${name}' is longer than the ${most} ${unit} that the database accepts.`)
  }
}
