import { setTimeout as wait } from 'node:timers/promises'
import type { EventPath } from '@millwright/connector/declaration'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { decide } from '../../../access/decide.ts'
import { mayUseService } from '../../../access/rule-match.ts'
import type { ServiceKinds } from '../../../gateway/ports/service-kinds.ts'
import type { Registry } from '../../../gateway/registry.ts'
import type { ServiceRow } from '../../../gateway/service-kind.ts'
import { inTurn } from '../../../platform/yielder.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { flag, text } from '../../../request/params.ts'
import { RowStream } from '../../../request/row-stream.ts'
import type { Store } from '../../../store/store.ts'
import type { SystemResource } from '../../ground/system/resource.ts'
import { folderPath, type ServiceEvent, systemEvents } from './event-paths.ts'
import type { ServicePaths } from './service-paths.ts'

/** A path of a service with its events (docs/wire/scripts.md). */
export interface EventEntry {
  readonly type: 'api' | 'service'
  readonly endpoints: readonly string[]
  readonly parameter: Readonly<Record<string, readonly string[]>> | null
}

export interface EventCatalogue {
  /** The active services that the caller may use, by name, or only the service `named`. */
  services(request: ApiRequest, named: string | undefined): Promise<readonly ServiceRow[]>
  /** The events of a service by path, sorted. */
  entries(request: ApiRequest, service: ServiceRow, scriptable: boolean): Promise<Readonly<Record<string, EventEntry>>>
  /** The names of the events of a service. */
  names(service: ServiceRow, scriptable: boolean): Promise<readonly string[]>
}

interface CatalogueParts {
  readonly registry: Pick<Registry, 'all' | 'find'>
  readonly paths: ServicePaths
  readonly store: Pick<Store, 'db'>
  readonly kinds: ServiceKinds
}

/** Milliseconds within which a service must list its components, so that an unreachable one does not delay the others. */
const patience = 5_000
const naturally = new Intl.Collator('en', { numeric: true })

export function createEventCatalogue({ registry, paths, store, kinds }: CatalogueParts): EventCatalogue {
  async function parametersOf(request: ApiRequest, row: ServiceRow, known: readonly EventPath[]) {
    const components = known.some(({ path, values }) => path.includes('{') && values === undefined)
      ? await Promise.race([componentsOf(request, row), wait(patience, none, { ref: false })])
      : none
    return (path: EventPath) => parameterOf(path, components)
  }

  /** The components of a service that the caller may use. */
  async function componentsOf(request: ApiRequest, { name, type }: ServiceRow): Promise<readonly string[]> {
    const listRequest: ApiRequest = { ...request, verb: 'GET', service: name.toLowerCase(), resource: '', params: {} }
    try {
      const registered = await registry.find(listRequest.service)
      if (registered === null) return none
      if (kinds.of(type)?.group !== 'File') return await registered.service.accessList(listRequest)
      const { body } = await registered.service.handle({ ...listRequest, params: { include_files: 'false' } })
      return foldersIn(body).filter((resource) => decide({ ...listRequest, resource }, []).mask !== 0)
    } catch {
      // An unreachable service still has its general events.
      return none
    }
  }

  return {
    async services({ caller }, named) {
      const rows = await registry.all()
      return rows
        .filter(({ name, isActive }) => isActive && mayUseService(caller, name.toLowerCase()))
        .filter(({ name }) => named === undefined || name.toLowerCase() === named.toLowerCase())
        .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    },
    async entries(request, service, scriptable) {
      const known = await paths.of(service)
      const parameter = await parametersOf(request, service, known)
      const entries: [string, EventEntry][] = known.map((path) => [
        keyOf(service.name, path),
        { type: 'api', endpoints: endpointsOf(service.name, path, scriptable), parameter: parameter(path) },
      ])
      if (service.type === 'system') entries.push(...(await ownEvents(store, scriptable)))
      return Object.fromEntries(entries.sort(([one], [other]) => naturally.compare(one, other)))
    },
    async names(service, scriptable) {
      const known = await paths.of(service)
      const own = service.type === 'system' ? systemEvents.flatMap(({ name }) => ownNames(name, scriptable)) : []
      return [...new Set([...known.flatMap((path) => endpointsOf(service.name, path, scriptable)), ...own])]
    },
  }
}

const none: readonly string[] = []

function keyOf(service: string, { path }: EventPath): string {
  return path === '' ? service : `${service}.${path.replaceAll('/', '.')}`
}

function endpointsOf(service: string, path: EventPath, scriptable: boolean): string[] {
  return path.verbs.flatMap((verb) => {
    const name = `${keyOf(service, path)}.${verb.toLowerCase()}`
    return scriptable ? [name, `${name}.pre_process`, `${name}.post_process`, `${name}.queued`] : [name]
  })
}

const ownNames = (name: string, scriptable: boolean) => (scriptable ? [name, `${name}.queued`] : [name])

async function ownEvents({ db }: Pick<Store, 'db'>, scriptable: boolean): Promise<[string, EventEntry][]> {
  const entryOf = async ({ name, of }: ServiceEvent): Promise<[string, EventEntry]> => {
    const rows = await db.selectFrom(of).select('id').orderBy('id').execute()
    const parameter = rows.length === 0 ? null : { id: rows.map(({ id }) => String(id)) }
    return [name, { type: 'service', endpoints: ownNames(name, scriptable), parameter }]
  }
  return Promise.all(systemEvents.map(entryOf))
}

function parameterOf({ path, values }: EventPath, components: readonly string[]): EventEntry['parameter'] {
  const placeholder = /\{([^{}]+)\}/.exec(path)
  if (placeholder === null) return null
  const known = values ?? nextSegments(components, path.slice(0, placeholder.index), path)
  return known.length === 0 ? null : { [placeholder[1] ?? '']: known }
}

/** The distinct path segments that follow a prefix. */
function nextSegments(components: readonly string[], beginning: string, path: string): readonly string[] {
  if (beginning === '' && path !== folderPath) return none
  const found = new Set<string>()
  for (const component of components) {
    if (!component.startsWith(beginning)) continue
    const rest = component.slice(beginning.length)
    const slash = rest.indexOf('/')
    found.add(slash < 0 ? rest : rest.slice(0, slash))
  }
  found.delete('')
  found.delete('*')
  return [...found]
}

function foldersIn(body: unknown): string[] {
  const rows = isRecord(body) && Array.isArray(body.resource) ? body.resource : []
  return rows.flatMap((row) => (isRecord(row) && typeof row.path === 'string' ? [row.path] : []))
}

/** The names of the events of more services are written service by service. */
const maxWhole = 200

/** `system/event`: all events, by service and path (docs/wire/scripts.md). */
export function createEventResource(catalogue: EventCatalogue): SystemResource {
  async function read(request: ApiRequest): Promise<unknown> {
    const { params } = request
    const services = await catalogue.services(request, text(params, 'service') || undefined)
    const scriptable = flag(params, 'scriptable')
    if (flag(params, 'services_only')) return { resource: services.map(({ name }) => name) }
    if (flag(params, 'as_list')) {
      const portions = inTurn(services, (service) => catalogue.names(service, scriptable))
      if (services.length > maxWhole) return new RowStream({ portions, meta: async () => null, end: () => undefined })
      return { resource: (await Array.fromAsync(portions)).flat() }
    }
    const found = await Array.fromAsync(inTurn(services, (service) => catalogue.entries(request, service, scriptable)))
    const shown = services.map(({ name }, at) => [name, found[at] ?? {}] as const)
    return Object.fromEntries(shown.filter(([, entries]) => Object.keys(entries).length > 0))
  }

  return {
    name: 'event',
    label: 'Events',
    description: 'Events of services that scripts can run at.',
    singleton: false,
    keeps: 'nothing',
    readOnly: true,
    async handle(request, rest) {
      if (request.verb !== 'GET') throw new Problem(400, `${request.verb} is not supported on 'event'.`)
      if (rest.length > 0) throw new Problem(404, `Resource '${rest.join('/')}' not found for 'event'.`)
      return { status: 200, body: await read(request) }
    },
  }
}
