import { isRecord } from '@millwright/contract/wire/is-record'
import type { Store } from '../../../store/store.ts'
import { loadDefinition, pathsIn } from './read-definition.ts'

type Json = Readonly<Record<string, unknown>>

/** Address and components in a service's API definition. */
export interface ServiceAddress {
  /** Scheme, host and base path; `null` if it names none. */
  readonly baseUrl: string | null
  /** Components for access rules. */
  readonly components: readonly string[]
}

/** Reads a definition in OpenAPI 3 or Swagger 2; empty if it is missing or invalid. */
export async function loadServiceAddress(store: Pick<Store, 'db'>, serviceId: number): Promise<ServiceAddress> {
  const read = await loadDefinition(store, serviceId)
  return read === null || 'problem' in read ? { baseUrl: null, components: [] } : serviceAddress(read.document)
}

function serviceAddress(document: Json): ServiceAddress {
  return { baseUrl: serverOf(document) ?? hostOf(document), components: componentsOf(document) }
}

function serverOf({ servers }: Json): string | null {
  const first: unknown = Array.isArray(servers) ? servers[0] : null
  if (!isRecord(first) || typeof first.url !== 'string') return null
  const variables = isRecord(first.variables) ? first.variables : {}
  const url = first.url.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const variable = variables[name]
    return isRecord(variable) && variable.default !== undefined ? String(variable.default) : whole
  })
  return /^https?:\/\//i.test(url) ? url : null
}

function hostOf({ host, schemes, basePath }: Json): string | null {
  if (typeof host !== 'string' || host === '') return null
  const named: readonly unknown[] = Array.isArray(schemes) ? schemes : []
  const scheme = named.includes('https') || !named.includes('http') ? 'https' : 'http'
  return `${scheme}://${host}${typeof basePath === 'string' ? basePath : ''}`
}

/** Returns each path without placeholders, and the fixed prefix of all others with everything below it. */
function componentsOf(document: Json): readonly string[] {
  const found = new Set<string>()
  for (const { segments } of pathsIn(document)) {
    const open = segments.findIndex((name) => name.includes('{'))
    const fixed = open < 0 ? segments : segments.slice(0, open)
    if (open < 0 && fixed.length > 0) found.add(`${fixed.join('/')}/`)
    for (const [place] of fixed.entries()) found.add(`${fixed.slice(0, place + 1).join('/')}/*`)
  }
  return [...found].sort()
}
