/** Properties of an object from any server; nothing is validated. */
export type Json = Readonly<Record<string, unknown>>

/** An OpenAPI 3.1 document, as far as it could be parsed. */
export interface ApiDocument {
  readonly title: string
  readonly description: string
  /** Version of the original document, before it was upgraded to 3.1. */
  readonly version: string
  readonly operations: readonly OperationEntry[]
  /** The document in which references are resolved. */
  readonly root: Json
}

const docVerbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type DocVerb = (typeof docVerbs)[number]

/** An operation, as shown in the list. */
export interface OperationEntry {
  /** Identifies it in addresses; unique within a document. */
  readonly id: string
  readonly verb: DocVerb
  /** Relative to the service, with a leading slash. */
  readonly path: string
  readonly summary: string
  readonly deprecated: boolean
  /** The searchable text, in lower case. */
  readonly words: string
  readonly item: Json
  readonly operation: Json
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function trimmedText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

/** Parses a document of any version, including Swagger 2; resolves to `null` if it is not one. Invalid parts are ignored. */
export async function readDocument(sent: unknown): Promise<ApiDocument | null> {
  if (!isObject(sent)) return null
  const version = String(sent.openapi ?? sent.swagger ?? '')
  const root = await upgraded(sent, version)
  const info = isObject(root.info) ? root.info : {}
  return {
    title: trimmedText(info.title),
    description: trimmedText(info.description),
    version,
    operations: entriesOf(isObject(root.paths) ? root.paths : {}),
    root,
  }
}

/** Upgrades older documents; the code for this is loaded with the first of them. */
async function upgraded(sent: Json, version: string): Promise<Json> {
  if (!/^(?:2|3\.0)/.test(version)) return sent
  const { upgrade } = await import('@scalar/openapi-upgrader')
  try {
    const result: unknown = upgrade(structuredClone(sent), '3.1')
    return isObject(result) ? result : sent
  } catch {
    return sent
  }
}

function entriesOf(paths: Json): readonly OperationEntry[] {
  const taken = new Map<string, number>()
  return Object.entries(paths).flatMap(([path, item]) =>
    isObject(item)
      ? docVerbs.flatMap((verb) => {
          const operation = item[verb.toLowerCase()]
          return isObject(operation) ? [entryOf(path, verb, item, operation, taken)] : []
        })
      : [],
  )
}

function entryOf(
  written: string,
  verb: DocVerb,
  item: Json,
  operation: Json,
  taken: Map<string, number>,
): OperationEntry {
  const path = `/${written.replace(/^\/+/, '')}`
  const wanted = trimmedText(operation.operationId) || `${verb.toLowerCase()} ${path}`
  const count = (taken.get(wanted) ?? 0) + 1
  taken.set(wanted, count)
  const id = count === 1 ? wanted : `${wanted}~${count}`
  const summary = trimmedText(operation.summary) || trimmedText(item.summary)
  return {
    id,
    verb,
    path,
    summary,
    deprecated: operation.deprecated === true,
    words: `${verb} ${path} ${summary} ${wanted}`.toLowerCase(),
    item,
    operation,
  }
}

/** Returns the operations that contain every word of a search, in document order. */
export function matchingOperations(operations: readonly OperationEntry[], search: string): readonly OperationEntry[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return operations
  return operations.filter(({ words }) => wanted.every((word) => words.includes(word)))
}

/**
 * Returns the operations on a component, as named in access rules: those whose path contains its name, if the document has any, else those
 * for any component of its kind (`/_table/{table_name}`). All operations if the component is empty or none matches.
 */
export function operationsOn(operations: readonly OperationEntry[], component: string): readonly OperationEntry[] {
  const wanted = component.toLowerCase().replace(/\/+$/, '')
  if (wanted === '') return operations
  const kind = wanted.split('/')[0] ?? ''
  const own = operations.filter(({ path }) => /^(?:\/|\(|$)/.test(afterStart(path, `/${wanted}`) ?? '-'))
  const alike = operations.filter(({ path }) => afterStart(path, `/${kind}/`)?.startsWith('{'))
  return own.length > 0 ? own : alike.length > 0 ? alike : operations
}

/** Returns the rest of a path after a prefix; `null` if it does not start with it. */
function afterStart(path: string, start: string): string | null {
  return path.toLowerCase().startsWith(start) ? path.slice(start.length) : null
}

const maxSteps = 20

/** Resolves a value if it is a reference in the document; an unresolvable reference is an empty object. */
export function resolved(root: Json, value: unknown): Json {
  let found = value
  for (let steps = 0; isObject(found) && typeof found.$ref === 'string'; steps++) {
    if (steps > maxSteps) return {}
    found = lookedUp(root, found.$ref)
  }
  return isObject(found) ? found : {}
}

function lookedUp(root: Json, ref: string): unknown {
  if (!ref.startsWith('#/')) return undefined
  return ref
    .slice(2)
    .split('/')
    .map((part) => decoded(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((at, part) => (isObject(at) && Object.hasOwn(at, part) ? at[part] : undefined), root)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Operations on one component of a service. */
interface OperationGroup {
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
  return Array.isArray(operation.tags) ? trimmedText(operation.tags[0]) : ''
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
