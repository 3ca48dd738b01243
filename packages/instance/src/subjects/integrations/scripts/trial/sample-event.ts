import { masked } from '@millwright/connector/masked'
import { apiPrefix } from '@millwright/contract/headers'
import { Problem } from '@millwright/contract/problem'
import { isVerb } from '@millwright/contract/verbs'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Forward } from '../../../../gateway/gateway.ts'
import type { ApiRequest } from '../../../../request/api-request.ts'
import type { EventCatalogue } from '../../events/event-catalogue.ts'
import { eventsOf, scriptName, serviceIn } from '../../events/event-names.ts'
import type { ServicePaths } from '../../events/service-paths.ts'
import type { EventValue } from '../event-value.ts'

interface SampleParts {
  readonly catalogue: EventCatalogue
  readonly paths: ServicePaths
  /** Calls services as the caller of the request. */
  readonly call: Forward
}

/** Creates a plausible event from what is known of its service (docs/wire/scripts.md). */
export type SampleEvent = (request: ApiRequest, name: string) => Promise<EventValue>

export function createSampleEvent({ catalogue, paths, call }: SampleParts): SampleEvent {
  /** The path of a request that fires the event, with known values for placeholders. */
  async function pathOf(request: ApiRequest, service: string, event: string, verb: string): Promise<string> {
    const dotted = event.slice(service.length, -verb.length - 1).replace(/^\./, '')
    if (dotted === '') return ''
    const [row] = await catalogue.services(request, service)
    if (row === undefined) return dotted.replaceAll('.', '/')
    const entries = await catalogue.entries(request, row, false)
    const known = await paths.of(row)
    for (const { path } of known) {
      const filled = fill(path, dotted, entries[`${row.name}.${path.replaceAll('/', '.')}`]?.parameter ?? {})
      if (filled !== null) return filled
    }
    return dotted.replaceAll('.', '/')
  }

  /** A record of the table, read with the caller's access; `null` if none is available. */
  async function recordOf(request: ApiRequest, service: string, path: string): Promise<unknown> {
    const table = /^_table\/([^/]+)/.exec(path)?.[1]
    if (table === undefined) return null
    try {
      const { body } = await call({
        ...request,
        verb: 'GET',
        service,
        resource: `_table/${table}`,
        params: { limit: '1' },
        payload: undefined,
        payloadFormat: 'none',
        headers: {},
      })
      return isRecord(body) && Array.isArray(body.resource) ? (body.resource[0] ?? null) : null
    } catch (error) {
      if (error instanceof Problem) return null
      throw error
    }
  }

  return async (request, name) => {
    const { event, phase } = scriptName(name)
    const service = serviceIn(name).toLowerCase()
    const verb = event.slice(event.lastIndexOf('.') + 1).toUpperCase()
    const method = isVerb(verb) ? verb : 'GET'
    const path = await pathOf(request, service, event, verb)
    const record = masked(await recordOf(request, service, path))
    const hasBody = method === 'POST' || method === 'PUT' || method === 'PATCH'
    const one = /\/_table\/[^/]+\/[^/]+$/.test(`/${path}`)
    const payload = !hasBody ? null : record === null ? {} : one ? record : { resource: [record] }
    const content = payload === null ? null : JSON.stringify(payload)
    const answer = record === null ? {} : one ? record : { resource: [record] }
    const [row] = await catalogue.services(request, service)
    const address = { verb: method, resource: path }
    return {
      request: {
        api_version: '2.0',
        method,
        parameters: {},
        headers: {},
        payload,
        content,
        content_type: payload === null ? null : 'application/json',
        uri: `${apiPrefix}/${service}${path === '' ? '' : `/${path}`}`,
        service,
        resource: path,
      },
      ...(phase === 'pre_process'
        ? {}
        : {
            response: {
              status_code: 200,
              content_type: 'application/json',
              content: answer,
              format: 'json',
              headers: {},
            },
          }),
      resource: row === undefined ? path : eventsOf(row.name, await paths.of(row), address).resource,
    }
  }
}

/** Fills in a path if it belongs to the event; `null` if it does not. Literal placeholders get the first known value. */
function fill(path: string, dotted: string, known: Readonly<Record<string, readonly string[]>>): string | null {
  const parts = path.split('/')
  if (path.replaceAll('/', '.') === dotted) return parts.map((part) => valueFor(part, known)).join('/')
  const texts = dotted.split('.')
  if (texts.length !== parts.length) return null
  const fits = parts.every((part, at) => part === texts[at] || (part.startsWith('{') && !texts[at]?.startsWith('{')))
  return fits ? texts.map((text) => valueFor(text, known)).join('/') : null
}

function valueFor(part: string, known: Readonly<Record<string, readonly string[]>>): string {
  const name = /^\{(.+)\}$/.exec(part)?.[1]
  if (name === undefined) return part
  return known[name]?.[0] ?? (name === 'id' ? '1' : name)
}
