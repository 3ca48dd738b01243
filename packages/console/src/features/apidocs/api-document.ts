/** Members of something that any server sent; nothing is certain about it. */
export type Json = Readonly<Record<string, unknown>>

/** An OpenAPI document of version 3.1, as far as it could be read. */
export interface ApiDocument {
  readonly title: string
  readonly description: string
  /** Of the document that was sent, before it was brought up to 3.1. */
  readonly version: string
  readonly operations: readonly OperationEntry[]
  /** References are looked up in it. */
  readonly root: Json
}

export const docVerbs = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type DocVerb = (typeof docVerbs)[number]

/** An operation as the list shows it. */
export interface OperationEntry {
  /** Names it in addresses; once in a document. */
  readonly id: string
  readonly verb: DocVerb
  /** Below the service, with a slash before it. */
  readonly path: string
  readonly summary: string
  readonly deprecated: boolean
  /** What searches look through, in lower case. */
  readonly words: string
  readonly item: Json
  readonly operation: Json
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

/** Reads a document of any version, Swagger 2 too; null when it is none. What cannot be read in it is left out. */
export async function readDocument(sent: unknown): Promise<ApiDocument | null> {
  if (!isObject(sent)) return null
  const version = String(sent.openapi ?? sent.swagger ?? '')
  const root = await upgraded(sent, version)
  const info = isObject(root.info) ? root.info : {}
  return {
    title: textOf(info.title),
    description: textOf(info.description),
    version,
    operations: entriesOf(isObject(root.paths) ? root.paths : {}),
    root,
  }
}

/** Most documents need nothing; what older ones need is fetched when the first of them comes. */
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
  const wanted = textOf(operation.operationId) || `${verb.toLowerCase()} ${path}`
  const count = (taken.get(wanted) ?? 0) + 1
  taken.set(wanted, count)
  const id = count === 1 ? wanted : `${wanted}~${count}`
  const summary = textOf(operation.summary) || textOf(item.summary)
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

/** The operations in which every word of a search occurs, in the order of the document. */
export function matchingOperations(operations: readonly OperationEntry[], search: string): readonly OperationEntry[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return operations
  return operations.filter(({ words }) => wanted.every((word) => words.includes(word)))
}

/**
 * The operations on something in a service, as access rules name it: on it by name, where the document has these, else on anything of its
 * kind (`/_table/{table_name}`). All of them for an empty component, and where the document has neither.
 */
export function operationsOn(operations: readonly OperationEntry[], component: string): readonly OperationEntry[] {
  const wanted = component.toLowerCase().replace(/\/+$/, '')
  if (wanted === '') return operations
  const kind = wanted.split('/')[0] ?? ''
  const own = operations.filter(({ path }) => /^(?:\/|\(|$)/.test(afterStart(path, `/${wanted}`) ?? '-'))
  const alike = operations.filter(({ path }) => afterStart(path, `/${kind}/`)?.startsWith('{'))
  return own.length > 0 ? own : alike.length > 0 ? alike : operations
}

/** The rest of a path; null when it does not begin so. */
function afterStart(path: string, start: string): string | null {
  return path.toLowerCase().startsWith(start) ? path.slice(start.length) : null
}

const mostSteps = 20

/** What a value stands for when it is a reference into the document; a reference that leads nowhere is empty. */
export function resolved(root: Json, value: unknown): Json {
  let found = value
  for (let steps = 0; isObject(found) && typeof found.$ref === 'string'; steps++) {
    if (steps > mostSteps) return {}
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
