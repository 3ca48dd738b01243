import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Components } from '../../gateway/ports/openapi.ts'
import type { OpenApiDocument } from './document.ts'
import { pruned } from './references.ts'

/**
 * Returns the items with a name, ignoring case; if there are none, those whose names begin with it. `namesOf`: the names of an item. Throws
 * 404 if there are none either.
 */
export function itemsNamed<T>(
  items: readonly T[],
  asked: string,
  namesOf: (item: T) => readonly string[],
): readonly T[] {
  const wanted = asked.trim().toLowerCase()
  const matching = (matches: (name: string) => boolean) =>
    items.filter((item) => namesOf(item).some((name) => matches(name.toLowerCase())))
  const exact = matching((name) => name === wanted)
  const found = exact.length > 0 || wanted === '' ? exact : matching((name) => name.startsWith(wanted))
  if (found.length > 0) return found
  throw new Problem(404, `There is nothing named '${asked}' here that you may use.`)
}

/** Returns a document with only the paths that have a segment of this name (`itemsNamed`), and what they refer to. */
export function documentOfResource(document: OpenApiDocument, name: string): OpenApiDocument {
  const all = Object.entries(isRecord(document.paths) ? document.paths : {})
  const paths = Object.fromEntries(itemsNamed(all, name, ([path]) => segmentsOf(path)))
  const { securitySchemes, ...components } = componentsOf(document)
  return {
    ...document,
    paths,
    components: { ...(securitySchemes && { securitySchemes }), ...pruned(paths, components) },
  }
}

function segmentsOf(path: string): string[] {
  return path
    .split('/')
    .filter((segment) => segment !== '' && !segment.startsWith('{'))
    .map(decoded)
}

/** Hand-written definitions may contain literal percent signs. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function componentsOf({ components }: OpenApiDocument): Components {
  const kinds = isRecord(components) ? Object.entries(components) : []
  return Object.fromEntries(kinds.flatMap(([kind, values]) => (isRecord(values) ? [[kind, values]] : [])))
}
