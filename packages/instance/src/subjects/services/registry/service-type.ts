import type { Trial } from '@millwright/connector/declaration'
import { Problem } from '@millwright/contract/problem'
import type { ServiceType } from '@millwright/contract/wire/services'
import type { Parts } from '../../../gateway/parts.ts'
import type { KindDeclaration, ServiceKinds } from '../../../gateway/ports/service-kinds.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { askedFields, flag, list, pick } from '../../../request/params.ts'
import { type Choices, configSchema, noChoices, readChoices } from '../../ground/service-config/config-schema.ts'
import type { SystemResource } from '../../ground/system/resource.ts'
import { connectionTestOf } from './service-check.ts'

const columns = [
  'name',
  'label',
  'description',
  'group',
  'singleton',
  'dependencies_required',
  'subscription_required',
  'service_definition_editable',
  'available',
  'unavailable_reason',
  'trial',
  'config_schema',
] as const

/** `system/service_type`: the kinds of services and the schemas of their settings (docs/wire/services.md). */
export function createServiceTypeResource({ store, kinds: known }: Pick<Parts, 'store' | 'kinds'>): SystemResource {
  async function describe(kinds: readonly KindDeclaration[], { params }: ApiRequest): Promise<Partial<ServiceType>[]> {
    const fields = askedFields(params, columns, columns)
    const needsRows = fields.includes('config_schema') && kinds.some(({ singleton }) => singleton)
    const choices = needsRows ? await readChoices(store.db, known) : noChoices
    return kinds.map((kind) => pick(described(kind, known, choices), fields))
  }

  return {
    name: 'service_type',
    label: 'Service Types',
    description: 'The types of service, and the settings that each of them has.',
    singleton: false,
    keeps: 'nothing',
    readOnly: true,
    async handle(request, [name, ...rest]) {
      if (request.verb !== 'GET') throw new Problem(400, `${request.verb} is not supported on 'service_type'.`)
      if (name === undefined) return { status: 200, body: { resource: await listed(request) } }
      const kind = rest.length === 0 ? known.of(name) : undefined
      if (kind === undefined) throw new Problem(404, `Service type '${[name, ...rest].join('/')}' not found.`)
      const [body] = await describe([kind], request)
      return { status: 200, body }
    },
  }

  async function listed(request: ApiRequest): Promise<unknown[]> {
    const groups = list(request.params, 'group')?.map((group) => group.toLowerCase())
    const kinds = known.all.filter(({ group }) => groups === undefined || groups.includes(group.toLowerCase()))
    return flag(request.params, 'as_list') ? kinds.map(({ name }) => name) : describe(kinds, request)
  }
}

function described(kind: KindDeclaration, known: ServiceKinds, choices: Choices): Required<ServiceType> {
  const available = known.canRun(kind.name)
  return {
    name: kind.name,
    label: kind.label,
    description: kind.description,
    group: kind.group,
    singleton: kind.singleton,
    dependencies_required: null,
    subscription_required: kind.tier,
    service_definition_editable: kind.definitionEditable,
    available,
    unavailable_reason: known.whyNot(kind.name),
    trial: available ? addressOf(connectionTestOf(kind)) : null,
    config_schema: kind.config === null ? null : configSchema(kind.config, available ? choices : noChoices),
  }
}

/** What follows the name of a service in the URL: `/_schema`, `?check=true`. */
function addressOf(trial: Trial | null): string | null {
  if (trial === null) return null
  const query = new URLSearchParams(trial.params).toString()
  return `${trial.resource === '' ? '' : `/${trial.resource}`}${query === '' ? '' : `?${query}`}`
}
