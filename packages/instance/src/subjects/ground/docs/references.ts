import type { Components } from '@millwright/connector/openapi'
import { isRecord } from '@millwright/contract/wire/is-record'
import { Yielder } from '../../../platform/yielder.ts'

const internal = /^#\/components\/([^/]+)\/([^/]+)$/

/** Returns the components that the paths of a document refer to, directly or indirectly. Other tasks run during it. */
export async function pruned(paths: Readonly<Record<string, unknown>>, components: Components): Promise<Components> {
  const used = new Map(Object.keys(components).map((kind) => [kind, new Set<string>()] as const))
  const open = Object.values(paths)
  const yielder = new Yielder()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    await yielder.step()
    for (const ref of refsIn(next)) {
      const [, kind = '', escaped = ''] = internal.exec(ref) ?? []
      const name = unescaped(escaped)
      const value = components[kind]?.[name]
      const names = used.get(kind)
      if (value === undefined || names === undefined || names.has(name)) continue
      names.add(name)
      open.push(value)
    }
  }
  return Object.fromEntries(
    Object.entries(components).flatMap(([kind, values]) => {
      const kept = Object.entries(values).filter(([name]) => used.get(kind)?.has(name))
      return kept.length === 0 ? [] : [[kind, Object.fromEntries(kept)]]
    }),
  )
}

/** Returns the references in a value of a document. */
export function refsIn(value: unknown): ReadonlySet<string> {
  const found = new Set<string>()
  const walk = (each: unknown) => {
    if (Array.isArray(each)) return each.forEach(walk)
    if (!isRecord(each)) return
    if (typeof each.$ref === 'string') found.add(each.$ref)
    // Entries of each object would take twice as long, and documents have hundreds of thousands of them.
    for (const member of Object.keys(each)) walk(each[member])
  }
  walk(value)
  return found
}

/** Renames components in all references of a value. */
export function renamedRefs<T>(value: T, rename: (name: string) => string): T {
  const walk = (each: unknown): unknown => {
    if (Array.isArray(each)) return each.map(walk)
    if (!isRecord(each)) return each
    return Object.fromEntries(
      Object.entries(each).map(([key, inner]) => [
        key,
        key === '$ref' && typeof inner === 'string' ? renamed(inner, rename) : walk(inner),
      ]),
    )
  }
  return walk(value) as T
}

function renamed(ref: string, rename: (name: string) => string): string {
  const [, kind, name = ''] = internal.exec(ref) ?? []
  return kind === undefined ? ref : `#/components/${kind}/${escapedName(rename(unescaped(name)))}`
}

const unescaped = (name: string) => name.replaceAll('~1', '/').replaceAll('~0', '~')
const escapedName = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')
