import { type OperationEntry, textOf } from './api-document.ts'

/** Operations on one thing of a service. */
export interface OperationGroup {
  /** What their paths begin with, without the slash before it; empty: the service itself. With tags, the tag. */
  readonly key: string
  readonly operations: readonly OperationEntry[]
}

/**
 * Puts together what is about one table, procedure or other part of a service, in the order of the document. Documents that sort their
 * operations by tags of their own keep these.
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

/** Below these, the path names what an operation is about. */
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
