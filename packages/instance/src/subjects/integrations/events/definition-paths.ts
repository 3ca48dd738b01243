import type { EventPath } from '@millwright/connector/event-path'
import { isRecord } from '@millwright/contract/wire/is-record'
import { type DefinedPath, pathsIn } from '../../ground/definitions/read-definition.ts'

/** The paths in an API description written by a user, or `null` if it has none. */
export function pathsOfDefinition(document: Readonly<Record<string, unknown>>): readonly EventPath[] | null {
  const found = pathsIn(document).map(pathOf)
  return found.length === 0 ? null : found
}

function pathOf({ segments, verbs, item }: DefinedPath): EventPath {
  const path = segments.join('/')
  const values = enumOf(path, [item, ...Object.values(item)])
  return values === null ? { path, verbs } : { path, verbs, values }
}

/** The values that a description allows for the first parameter of its path. */
function enumOf(path: string, owners: readonly unknown[]): readonly string[] | null {
  const name = /\{([^{}]+)\}/.exec(path)?.[1]
  if (name === undefined) return null
  for (const owner of owners) {
    const parameters = isRecord(owner) && Array.isArray(owner.parameters) ? owner.parameters : []
    for (const parameter of parameters) {
      if (!isRecord(parameter) || parameter.name !== name || parameter.in !== 'path') continue
      const schema = isRecord(parameter.schema) ? parameter.schema : parameter
      if (Array.isArray(schema.enum)) return schema.enum.map(String)
    }
  }
  return null
}
