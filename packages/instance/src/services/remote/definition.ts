import { isVerb } from '@millwright/contract/verbs'
import type { Store } from '../../store/store.ts'
import { isRecord } from '../../system/body.ts'

/** What the API description of a service says about where it is and what it has. */
export interface RemoteDefinition {
  /** Scheme, host and base path; null when it names none. */
  readonly baseUrl: string | null
  /** What access rows can name. */
  readonly components: readonly string[]
}

const mostComponents = 5_000
const nothing: RemoteDefinition = { baseUrl: null, components: [] }

/** Reads the API description that people wrote of a service. */
export async function loadDefinition({ db }: Pick<Store, 'db'>, serviceId: number): Promise<RemoteDefinition> {
  const doc = await db
    .selectFrom('service_doc')
    .select(['content', 'format'])
    .where('service_id', '=', serviceId)
    .executeTakeFirst()
  return doc?.content ? readDefinition(await parsed(doc.content, doc.format)) : nothing
}

async function parsed(content: string, format: number): Promise<unknown> {
  try {
    if (format === 0) return JSON.parse(content)
    const { load } = await import('js-yaml')
    return load(content)
  } catch {
    return null
  }
}

/** Of a document in OpenAPI 3 or Swagger 2; of anything else nothing. */
export function readDefinition(document: unknown): RemoteDefinition {
  if (!isRecord(document)) return nothing
  return { baseUrl: serverOf(document) ?? hostOf(document), components: componentsOf(document.paths) }
}

function serverOf({ servers }: Readonly<Record<string, unknown>>): string | null {
  const first: unknown = Array.isArray(servers) ? servers[0] : null
  if (!isRecord(first) || typeof first.url !== 'string') return null
  const variables = isRecord(first.variables) ? first.variables : {}
  const url = first.url.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const variable = variables[name]
    return isRecord(variable) && variable.default !== undefined ? String(variable.default) : whole
  })
  return /^https?:\/\//i.test(url) ? url : null
}

function hostOf({ host, schemes, basePath }: Readonly<Record<string, unknown>>): string | null {
  if (typeof host !== 'string' || host === '') return null
  const named: readonly unknown[] = Array.isArray(schemes) ? schemes : []
  const scheme = named.includes('https') || !named.includes('http') ? 'https' : 'http'
  return `${scheme}://${host}${typeof basePath === 'string' ? basePath : ''}`
}

/** A path without placeholders by itself and with all below; others as far as they are fixed, with all below. */
function componentsOf(paths: unknown): readonly string[] {
  const found = new Set<string>()
  for (const [path, item] of Object.entries(isRecord(paths) ? paths : {})) {
    if (!isRecord(item) || !Object.keys(item).some((name) => isVerb(name.toUpperCase()))) continue
    const names = path.split('/').filter((name) => name !== '')
    const open = names.findIndex((name) => name.includes('{'))
    const fixed = (open < 0 ? names : names.slice(0, open)).join('/')
    if (fixed === '') continue
    if (open < 0) found.add(`${fixed}/`)
    found.add(`${fixed}/*`)
    if (found.size >= mostComponents) break
  }
  return [...found].sort()
}
