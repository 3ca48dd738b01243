import type { ListedService } from '@millwright/contract/wire/services'
import { isSpelledOutName } from '../../widgets/explorer/split/same-words.ts'
import { countScriptNames, type EventPath, eventPlace, serviceOf } from './event-catalogue.ts'
import { t } from './messages.ts'
import { noScripts, type Scripts, type Tally, withScript } from './script-tally.tsx'

/** A position in the menu, from the services down to the scripts of one endpoint. */
export interface MenuPlace {
  readonly service: string | null
  readonly resource: string | null
  readonly endpoint: string | null
}

/** The path for scripts that match no current event of their service. */
export const otherScripts = '*'

/** One entry of the menu. */
export interface MenuRow {
  readonly key: string
  /** The full name. */
  readonly name: string
  /** The part of the name that distinguishes it from the other entries. */
  readonly own: string
  /** The rest of the name, shown around `own`; `null` if the menu shows it above the entries. */
  readonly around: readonly [string, string] | null
  readonly label: string
  /** Counts of the scripts below it, or of the script itself. */
  readonly scripts: Tally
  readonly leads:
    | { readonly to: 'menu'; readonly place: MenuPlace }
    | { readonly to: 'script'; readonly place: MenuPlace }
}

/** Script counts by path and endpoint of a service, and the scripts that belong to none. */
interface Marks {
  readonly byPath: ReadonlyMap<string, Tally>
  readonly byEndpoint: ReadonlyMap<string, Tally>
  readonly other: readonly string[]
}

export function marksOf(names: readonly string[], { stateOf }: Scripts, paths: readonly EventPath[]): Marks {
  const byPath = new Map<string, Tally>()
  const byEndpoint = new Map<string, Tally>()
  const other: string[] = []
  for (const name of names) {
    const place = eventPlace(name, paths)
    if (place === null) other.push(name)
    else {
      count(byPath, place.path.name, stateOf(name))
      count(byEndpoint, place.endpoint, stateOf(name))
    }
  }
  return { byPath, byEndpoint, other }
}

function count(tallies: Map<string, Tally>, at: string, state: ReturnType<Scripts['stateOf']>): void {
  tallies.set(at, withScript(tallies.get(at) ?? noScripts, state))
}

/** All services, and those that exist only in script names. */
export function serviceRows(services: readonly ListedService[], scripts: Scripts): readonly MenuRow[] {
  const counts = new Map<string, Tally>()
  for (const name of scripts.names) count(counts, serviceOf(name).toLowerCase(), scripts.stateOf(name))
  const known = new Set(services.map(({ name }) => name.toLowerCase()))
  const gone = [...counts.keys()].filter((name) => !known.has(name)).map((name) => ({ name, label: t.serviceDeleted }))
  return [...services.map(({ name, label }) => ({ name, label: label ?? '' })), ...gone]
    .sort((a, b) => a.name.localeCompare(b.name))
    .map(({ name, label }) => ({
      key: name,
      name,
      own: name,
      around: null,
      label: isSpelledOutName(name, label) ? '' : label,
      scripts: counts.get(name.toLowerCase()) ?? noScripts,
      leads: { to: 'menu', place: { service: name, resource: null, endpoint: null } },
    }))
}

/** The paths of a service. */
export function pathRows(
  service: string,
  paths: readonly EventPath[],
  marks: Marks,
  { stateOf }: Scripts,
): readonly MenuRow[] {
  const rows: MenuRow[] = paths.map(({ name }) => ({
    key: name,
    name,
    own: withoutStart(name, `${service}.`),
    around: null,
    label: '',
    scripts: marks.byPath.get(name) ?? noScripts,
    leads: { to: 'menu', place: { service, resource: name, endpoint: null } },
  }))
  if (marks.other.length === 0) return rows
  const other: MenuRow = {
    key: otherScripts,
    name: t.otherScripts,
    own: t.otherScripts,
    around: null,
    label: t.eventGone,
    scripts: marks.other.reduce((tally, name) => withScript(tally, stateOf(name)), noScripts),
    leads: { to: 'menu', place: { service, resource: otherScripts, endpoint: null } },
  }
  return [...rows, other]
}

/** The events of a path; an event with a single name is the script itself. */
export function endpointRows(service: string, path: EventPath, marks: Marks): readonly MenuRow[] {
  return path.endpoints.map((endpoint) => ({
    key: endpoint,
    name: endpoint,
    own: withoutStart(endpoint, `${path.name}.`),
    around: null,
    label: whenOf(endpoint),
    scripts: marks.byEndpoint.get(endpoint) ?? noScripts,
    leads: {
      to: countScriptNames(endpoint, path) === 1 ? 'script' : 'menu',
      place: { service, resource: path.name, endpoint },
    },
  }))
}

/** Scripts by name; within an endpoint, `own` is the value of the placeholder. */
export function scriptRows(names: readonly string[], scripts: Scripts, place: MenuPlace): readonly MenuRow[] {
  return names.map((name) => scriptRow(name, scripts, place))
}

function scriptRow(name: string, { stateOf }: Scripts, place: MenuPlace): MenuRow {
  const sign = place.endpoint === null ? null : (/\{[^}]*\}/.exec(place.endpoint)?.[0] ?? null)
  const around = place.endpoint === null || sign === null ? null : aroundOwn(name, place.endpoint)
  return {
    key: name,
    name,
    own: around === null ? name : name.slice(around[0].length, name.length - around[1].length) || (sign ?? name),
    around,
    label: '',
    scripts: withScript(noScripts, stateOf(name)),
    leads: { to: 'script', place },
  }
}

/** The common parts of a name and its endpoint, before and after the placeholder. */
function aroundOwn(name: string, endpoint: string): readonly [string, string] {
  if (name === endpoint) {
    const [before = '', after = ''] = splitOnce(endpoint)
    return [before, after]
  }
  let start = 0
  while (start < name.length && name[start] === endpoint[start]) start++
  let end = 0
  while (end < name.length - start && name.at(-1 - end) === endpoint.at(-1 - end)) end++
  return [name.slice(0, start), name.slice(name.length - end)]
}

/** The parts before and after the first placeholder. */
function splitOnce(endpoint: string): readonly string[] {
  const found = /\{[^}]*\}/.exec(endpoint)
  return found ? [endpoint.slice(0, found.index), endpoint.slice(found.index + found[0].length)] : [endpoint, '']
}

/** When the script of an event runs, in a word or two. */
function whenOf(event: string): string {
  if (event.endsWith('.pre_process')) return t.beforeTrigger
  if (event.endsWith('.post_process')) return t.afterTrigger
  return event.endsWith('.queued') ? t.later : t.atTheEnd
}

function withoutStart(text: string, start: string): string {
  return text.startsWith(start) ? text.slice(start.length) : text
}

/** One level up; `null` at the top level. */
export function above({ service, resource, endpoint }: MenuPlace): MenuPlace | null {
  if (endpoint !== null) return { service, resource, endpoint: null }
  if (resource !== null) return { service, resource: null, endpoint: null }
  return service === null ? null : { service: null, resource: null, endpoint: null }
}
