import { Problem } from '@millwright/contract/problem'
import { inTurn } from '../../../platform/yielder.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { flag, text } from '../../../request/params.ts'
import { RowStream } from '../../../request/row-stream.ts'
import type { SystemResource } from '../../ground/system/system-resource.ts'
import type { EventCatalogue } from './event-catalogue.ts'

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
