import { Problem } from '@millwright/contract/problem'
import { designerName } from '@millwright/contract/records/execution-plan'
import type { Parts } from '../../gateway/parts.ts'
import type { Relation } from '../../records/system/relation.ts'
import type { Row } from '../../records/system/sql-runner.ts'
import { flag } from '../../request/params.ts'
import {
  customApi,
  customApiEndpoint,
  customApiEndpointRecords,
  customApiRevision,
  customApiRevisionRecords,
  customApiSource,
  customApiSourceRecords,
  customApiType,
} from '../models/custom-api-model.ts'
import { peopleWhoWrote } from '../models/person-model.ts'
import { serviceRecords, service as serviceTable } from '../models/service-model.ts'
import { service } from '../services/service.ts'
import type { DeleteStep, ResourceDeclaration, WriteStep } from '../system/resource.ts'
import { createWriter, type Writer } from '../system/writer.ts'
import { choosePublication, storeRevision } from './publication.ts'

const [endpoints, sources] = ['custom_api_endpoint_by_api_id', 'custom_api_source_by_api_id']

const relations: readonly Relation[] = [
  {
    kind: 'belongsTo',
    name: 'service_by_service_id',
    column: 'service_id',
    target: serviceTable,
    readAt: serviceRecords,
  },
  { kind: 'hasMany', name: sources, foreignKey: 'api_id', target: customApiSource, readAt: customApiSourceRecords },
  {
    kind: 'hasMany',
    name: endpoints,
    foreignKey: 'api_id',
    target: customApiEndpoint,
    readAt: customApiEndpointRecords,
  },
  {
    kind: 'hasMany',
    name: 'custom_api_revision_by_api_id',
    foreignKey: 'api_id',
    target: customApiRevision,
    readAt: customApiRevisionRecords,
    readOnly: true,
  },
  ...peopleWhoWrote,
]

/** `system/custom_api` (docs/wire/custom-apis.md): each API has a service, whose name is its address. */
export function customApiDeclaration(parts: Parts): ResourceDeclaration {
  const services = createWriter(service, parts)
  return {
    name: 'custom_api',
    label: 'Custom APIs',
    description: 'APIs composed of calls to services, without code.',
    travels: {
      key: 'name',
      nested: [
        { relation: sources, as: 'sources', sameBy: ['service_id'] },
        { relation: endpoints, as: 'endpoints', sameBy: ['method', 'path'] },
      ],
      files: { folder: 'apis' },
    },
    declared: customApi,
    scope: { values: {} },
    relations,
    async beforeWrite(step) {
      await address(step, services)
      await choosePublication(step, isPublishing(step))
    },
    afterWrite: storeRevision,
    beforeDelete: (step) => deleteService(step, services),
  }
}

/**
 * Clients that know no revisions publish by saving the status, and files of configuration by what they contain; others ask for it.
 */
function isPublishing({ request, body, values, previous }: WriteStep): boolean {
  if (flag(request.params, 'publish') || body.publish === true || body.status === 'published') return true
  const isPublished = (values.status ?? previous?.status) === 'published'
  return isPublished && (body[endpoints] !== undefined || body[sources] !== undefined)
}

/** Creates or renames the service of an API. */
async function address({ tx, log, request, values, previous, body }: WriteStep, services: Writer): Promise<void> {
  const asked = typeof body.base_path === 'string' ? body.base_path.trim().replace(/^\/+|\/+$/g, '') : null
  const write = { tx, log, request }
  const id = values.service_id ?? previous?.service_id ?? null
  if (id === null) {
    if (previous !== null && asked === null) return
    const name = asked ?? String(values.name)
    await refuseTaken(tx, name)
    const label = values.label ?? previous?.label ?? values.name ?? previous?.name
    const description = String(values.description ?? previous?.description ?? '').slice(0, 255)
    const draft = { name, label, description, type: customApiType, is_active: true, config: {} }
    const made = await services.create(await services.prepare(draft, true, request), write)
    values.service_id = Number(made.id)
    return
  }
  if (asked === null || values.service_id !== undefined) return
  const current = await tx.first('SELECT "name" FROM "service" WHERE "id" = ?', id)
  if (current === undefined || current.name === asked) return
  await refuseTaken(tx, asked, Number(id))
  await services.update(Number(id), await services.prepare({ name: asked }, false, request), write)
}

async function refuseTaken(tx: WriteStep['tx'], name: string, except: number | null = null): Promise<void> {
  if (name.toLowerCase() === designerName)
    throw new Problem(409, `base_path: '${name}' is the name of the service that APIs are made with.`)
  const other: Row | undefined = await tx.first(
    'SELECT "id" FROM "service" WHERE lower("name") = ?',
    name.toLowerCase(),
  )
  if (other !== undefined && Number(other.id) !== except)
    throw new Problem(409, `base_path: there is a service '${name.slice(0, 64)}' already.`)
}

async function deleteService({ tx, log, request, previous, id }: DeleteStep, services: Writer): Promise<void> {
  const serviceId = previous.service_id
  if (typeof serviceId !== 'number') return
  await tx.all('UPDATE "custom_api" SET "service_id" = NULL WHERE "id" = ?', id)
  await services.remove(serviceId, { tx, log, request })
}
