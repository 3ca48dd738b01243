import type { EventPath } from '@millwright/connector/declaration'
import { isVerb, type Verb } from '@millwright/contract/verbs'
import { filePath, folderPath, systemEvents } from './event-paths.ts'

/** Phases in which scripts run: before the service, after it, at the end, and after the response (docs/wire/scripts.md). */
export const phases = ['pre_process', 'post_process', 'plain', 'queued'] as const
export type Phase = (typeof phases)[number]

/** The events of a request, without phases: the general name, then the name with the first placeholder's value. */
export interface Fired {
  readonly names: readonly [string] | readonly [string, string]
  /** `event.resource` in scripts: the rest of the path, or the values of the placeholders. */
  readonly resource: unknown
}

interface Address {
  readonly verb: Verb
  readonly resource: string
  readonly endsInSlash?: boolean | undefined
}

/** Returns the events that a request to a service fires. `service`: the service's name. */
export function eventsOf(service: string, paths: readonly EventPath[], address: Address): Fired {
  const segments = address.resource === '' ? [] : address.resource.split('/')
  const found = segments.length === 0 ? null : bestOf(paths, address, segments)
  const verb = address.verb.toLowerCase()
  if (found === null) return { names: [`${service}.${verb}`], resource: address.resource }
  const { path } = found
  const general = `${service}.${path.replaceAll('/', '.')}.${verb}`
  const [first] = valuesIn(path, segments)
  const specific = first === undefined ? null : specificName(general, first.name, first.value)
  return {
    names: specific === null || specific === general ? [general] : [general, specific],
    resource: resourceOf(path, segments),
  }
}

/** The best matching path. For longer requested paths, the one that covers most segments. */
function bestOf(paths: readonly EventPath[], address: Address, segments: readonly string[]): EventPath | null {
  const isFolder = address.endsInSlash === true
  let best: { path: EventPath; score: number } | null = null
  for (const path of paths) {
    if (path.path === (isFolder ? filePath : folderPath)) continue
    const score = scoreOf(path, segments)
    if (score !== null && (best === null || score > best.score)) best = { path, score }
  }
  return best?.path ?? null
}

/** Scores how closely a path matches: more segments score higher, literal ones more, and earlier ones most. `null` if it does not match. */
function scoreOf(path: EventPath, segments: readonly string[]): number | null {
  const parts = partsOf(path)
  if (parts.length === 0 || parts.length > segments.length) return null
  let score = parts.length * 1000
  for (const [at, part] of parts.entries()) {
    if (part === segments[at]) score += 100 - at
    else if (!isPlaceholder(part)) return null
  }
  return score
}

/** Cached, as every request to a service with scripts compares them. */
const split = new WeakMap<EventPath, readonly string[]>()

function partsOf(path: EventPath): readonly string[] {
  const known = split.get(path)
  if (known !== undefined) return known
  const parts = path.path === '' ? [] : path.path.split('/')
  split.set(path, parts)
  return parts
}

const isPlaceholder = (part: string) => part.startsWith('{') && part.endsWith('}')

interface Placed {
  /** Including the braces. */
  readonly name: string
  readonly value: string
}

const toTheEnd = new Set([filePath, folderPath, '{path}'])

function valuesIn(path: string, segments: readonly string[]): Placed[] {
  return path.split('/').flatMap((part, at) => {
    if (!isPlaceholder(part)) return []
    return [{ name: part, value: toTheEnd.has(part) ? segments.slice(at).join('/') : (segments[at] ?? '') }]
  })
}

/** `null` if the value contains a slash, as script names have none. */
function specificName(general: string, placeholder: string, value: string): string | null {
  return value === '' || value.includes('/') ? null : general.replace(placeholder, () => value)
}

const remaining = new Set([filePath, folderPath, '{table_name}', '{procedure_name}', '{function_name}'])

function resourceOf(path: string, segments: readonly string[]): unknown {
  const placed = valuesIn(path, segments)
  const [first] = placed
  if (first === undefined) return segments.slice(path.split('/').length).join('/')
  if (path === '_table/{table_name}/{id}') return placed[1]?.value
  if (remaining.has(first.name)) return segments.slice(path.split('/').indexOf(first.name)).join('/')
  return Object.fromEntries(placed.map(({ name, value }) => [name, value]))
}

/** A script name split into its parts. */
export interface ScriptName {
  /** The event's name. */
  readonly event: string
  readonly phase: Phase
}

export function scriptName(name: string): ScriptName {
  for (const phase of phases) {
    if (name.endsWith(`.${phase}`)) return { event: name.slice(0, -phase.length - 1), phase }
  }
  return { event: name, phase: 'plain' }
}

/** The service name at the start of a script or event name. */
export function serviceIn(name: string): string {
  return name.slice(0, Math.max(0, name.indexOf('.')))
}

/** The name by which listeners subscribe to all events of a service. */
export const allEventsOf = (service: string): string => `${service}.*`

/** Whether a service can fire the event of a script name, ignoring case. */
export function isEventOf(service: string, paths: readonly EventPath[], name: string): boolean {
  const { event, phase } = scriptName(name)
  const own = systemEvents.some((each) => matches(each.name, event))
  if (own) return phase === 'plain' || phase === 'queued'
  const verb = event.slice(event.lastIndexOf('.') + 1).toUpperCase()
  if (!isVerb(verb)) return false
  const middle = event.slice(service.length, -verb.length - 1)
  if (middle === '') return true
  return paths.some(({ path }) => path !== '' && matches(path.replaceAll('/', '.'), middle.slice(1)))
}

/** Only the first placeholder matches dots, which table names can contain. If more did, matching could take very long. */
function matches(pattern: string, text: string): boolean {
  let seen = 0
  const source = pattern
    .split(/(\{[^{}]+\})/)
    .map((part) => {
      if (!isPlaceholder(part)) return part.replace(/[.*+?^$()|[\]{}\\]/g, '\\$&')
      seen += 1
      return seen === 1 ? '[^/]+' : '[^/.]+'
    })
    .join('')
  return new RegExp(`^${source}$`, 'i').test(text)
}
