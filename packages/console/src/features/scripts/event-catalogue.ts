/** A path of a service and the events on it, as the instance lists them (docs/wire/scripts.md). */
export interface EventPath {
  /** `db._table.{table_name}` */
  readonly name: string
  /** Names of events, with placeholders: `db._table.{table_name}.get.pre_process`. */
  readonly endpoints: readonly string[]
  /** Known values of the placeholders. */
  readonly parameter: Readonly<Record<string, readonly string[]>>
}

export interface ServiceEvents {
  readonly service: string
  readonly paths: readonly EventPath[]
}

/** Reads the response of any server: service → path → entry; skips invalid entries. */
export function readCatalogue(answer: unknown): readonly ServiceEvents[] {
  return entriesOf(answer).map(([service, paths]) => ({
    service,
    paths: entriesOf(paths)
      .map(([name, entry]) => readPath(name, entry))
      .sort((a, b) => rank(a.name, service) - rank(b.name, service)),
  }))
}

/** Sort rank: the service itself, then its tables, which most scripts concern, then the rest in the instance's order. */
function rank(path: string, service: string): number {
  if (path === service) return 0
  return path.startsWith(`${service}._table`) ? 1 : 2
}

function readPath(name: string, entry: unknown): EventPath {
  const said = new Map(entriesOf(entry))
  const endpoints = textsOf(said.get('endpoints'))
  const parameter = Object.fromEntries(
    entriesOf(said.get('parameter')).map(([each, values]) => [each, textsOf(values)]),
  )
  // An event that is not a request has no verbs: its path is the event.
  return { name, endpoints: endpoints.length > 0 ? endpoints : [name], parameter }
}

/** Names of scripts at an endpoint: its own, then those with a known value for a placeholder, one placeholder at a time. */
export function scriptNames(endpoint: string, path: Pick<EventPath, 'parameter'>): readonly string[] {
  return [
    endpoint,
    ...placeholdersIn(endpoint, path).flatMap(({ before, values, after }) =>
      values.map((value) => `${before}${value}${after}`),
    ),
  ]
}

/** The number of `scriptNames`, without creating them. */
export function countScriptNames(endpoint: string, path: Pick<EventPath, 'parameter'>): number {
  return placeholdersIn(endpoint, path).reduce((sum, { values }) => sum + values.length, 1)
}

export interface NamePlaceholder {
  /** The parts of the event name around the placeholder. */
  readonly before: string
  readonly after: string
  readonly values: readonly string[]
}

/** The placeholders of an endpoint that have known values. */
export function placeholdersIn(
  endpoint: string,
  { parameter }: Pick<EventPath, 'parameter'>,
): readonly NamePlaceholder[] {
  return Object.entries(parameter).flatMap(([name, values]) => {
    const at = endpoint.indexOf(`{${name}}`)
    if (at < 0) return []
    return [{ before: endpoint.slice(0, at), after: endpoint.slice(at + name.length + 2), values }]
  })
}

export interface EventPlace {
  readonly path: EventPath
  readonly endpoint: string
}

/** Where a script belongs in a service's events, or `null` if no event matches its name. Case-insensitive. */
export function eventPlace(script: string, paths: readonly EventPath[]): EventPlace | null {
  const wanted = script.toLowerCase()
  for (const path of paths) {
    const endpoint = path.endpoints.find((one) => standsAt(wanted, one, path))
    if (endpoint !== undefined) return { path, endpoint }
  }
  return null
}

function standsAt(script: string, endpoint: string, path: EventPath): boolean {
  if (script === endpoint.toLowerCase()) return true
  return placeholdersIn(endpoint, path).some(({ before, after, values }) => {
    const start = before.toLowerCase()
    const end = after.toLowerCase()
    if (script.length < start.length + end.length || !script.startsWith(start) || !script.endsWith(end)) return false
    const between = script.slice(start.length, script.length - end.length)
    return values.some((value) => value.toLowerCase() === between)
  })
}

/** The service at the beginning of an event name. */
export function serviceOf(name: string): string {
  return name.split('.')[0] ?? name
}

/** The end of a name with the verb and phase: `.get.post_process` of `db._table.{table_name}.get.post_process`. */
export function endOf(name: string): string {
  return /\.[^.]+(?:\.(?:pre_process|post_process|queued))?$/.exec(name)?.[0] ?? name
}

/** Whether a script of this name can change the request, the response, or neither (`null`). */
export function changeable(name: string): 'request' | 'response' | null {
  if (name.includes('pre_process')) return 'request'
  return name.includes('post_process') ? 'response' : null
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}
