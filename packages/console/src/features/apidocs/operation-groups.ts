import { type OperationEntry, textOf } from './api-document.ts'

/** Operations on one component of a service. */
export interface OperationGroup {
  /** Common prefix of their paths, without the leading slash; empty for the service itself. With tags, the tag. */
  readonly key: string
  readonly operations: readonly OperationEntry[]
}

/**
 * Groups operations on one table, procedure or other component of a service, in document order. Documents with their own tags are grouped
 * by these.
 */
export function groupedOperations(operations: readonly OperationEntry[]): readonly OperationGroup[] {
  const tags = operations.map(tagOf)
  const keyOf = new Set(tags).size > 1 ? tagOf : partOf
  const groups = new Map<string, OperationEntry[]>()
  for (const operation of operations) {
    const key = keyOf(operation)
    const known = groups.get(key)
    if (known === undefined) groups.set(key, [operation])
    else known.push(operation)
  }
  return [...groups].map(([key, found]) => ({ key, operations: found }))
}

function tagOf({ operation }: OperationEntry): string {
  return Array.isArray(operation.tags) ? textOf(operation.tags[0]) : ''
}

/** Path segments that are followed by the name of a component. */
const named = new Set(['_table', '_proc', '_func'])

function partOf({ path }: OperationEntry): string {
  const [kind = '', name] = path.split('/').filter(Boolean)
  if (!named.has(kind)) return isPlaceholder(kind) ? '' : kind
  if (name === undefined) return ''
  return `${kind}/${name}`
}

function isPlaceholder(segment: string): boolean {
  return segment.startsWith('{')
}
