import { Problem } from '@millwright/contract/problem'
import type { Parts } from '../../../gateway/parts.ts'
import { dialectOf } from '../../../records/system/dialect.ts'
import type { Relation, Virtual } from '../../../records/system/relation.ts'
import { transactionOf } from '../../../records/system/sql-runner.ts'
import {
  customApi,
  customApiEndpoint,
  customApiRecords,
  customApiRevision,
  customApiSource,
  planProblem,
  problemsOf,
  publishedEndpoint,
  servicesOf,
} from '../../ground/models/custom-api-model.ts'
import { peopleWhoWrote } from '../../ground/models/person-model.ts'
import { service, serviceRecords } from '../../ground/models/service-model.ts'
import { withAuthor } from '../../ground/system/author-relation.ts'
import { createResource } from '../../ground/system/create-resource.ts'
import type { ResourceDeclaration, SystemResource } from '../../ground/system/resource.ts'
import { idsWritten, type LookedUpNames, planOf } from './missing-names.ts'
import type { NoticedProblems } from './noticed-problems.ts'

const ofApi: Relation = {
  kind: 'belongsTo',
  name: 'custom_api_by_api_id',
  column: 'api_id',
  target: customApi,
  readAt: customApiRecords,
}

/** `system/custom_api`, and what APIs consist of. */
export function createCustomApiResources(
  api: ResourceDeclaration,
  parts: Parts,
  names: LookedUpNames,
  noticed: NoticedProblems,
): readonly SystemResource[] {
  return [
    api,
    withAuthor(endpointDeclaration(parts, names, noticed), parts),
    sourceDeclaration,
    revisionDeclaration,
  ].map((each) => createResource(each, parts))
}

function endpointDeclaration(
  { store }: Pick<Parts, 'store'>,
  names: LookedUpNames,
  noticed: NoticedProblems,
): ResourceDeclaration {
  const dialect = dialectOf(store.engine)
  const stored = transactionOf(dialect, store.statements)

  /** Of stored endpoints, now: also what broke since they were saved. */
  const problems: Virtual = {
    kind: 'virtual',
    name: 'problems',
    readAt: 'owner',
    async values(keys) {
      const found = [...(await noticed.of(keys.map(Number)))]
      return new Map(found.map(([id, problems]) => [id, problems.map((each) => ({ ...each }))]))
    },
  }

  return {
    name: 'custom_api_endpoint',
    label: 'Custom API Endpoints',
    description: 'What custom APIs answer, and the steps by which they do.',
    travels: 'parts',
    declared: customApiEndpoint,
    scope: { values: {} },
    relations: [ofApi, problems, ...peopleWhoWrote],
    async prepare({ values, body, request }) {
      const plans = [values.execution_plan]
      if (values.execution_plan === undefined && values.is_active === 1) {
        const sql = `SELECT "execution_plan" FROM "custom_api_endpoint" WHERE ${dialect.among('"id"', 'number')}`
        plans.push(...(await stored.all(sql, dialect.list(idsWritten(request, body.id)))).map(planOf))
      }
      await names.look(request, plans)
    },
    async beforeWrite({ tx, values, previous, body, parts, request }) {
      const isKept = previous === null && body.is_active === undefined
      const endpoint = { ...previous, ...values }
      const absent = names.missingIn(request, endpoint.execution_plan)
      const isSame = values.execution_plan === undefined || values.execution_plan === previous?.execution_plan
      const isChanged = absent.length > 0 && !(isSame && previous?.is_active === 1)
      if (!isKept && !(isChanged && endpoint.is_active === 1)) return
      const services = await servicesOf(tx, Number(endpoint.api_id), parts.kinds)
      // Others are told first, when the row is written.
      const isSound = problemsOf(endpoint, services).length === 0
      if (isKept && (isChanged || !isSound)) values.is_active = 0
      else if (isChanged && isSound) throw planProblem(absent)
    },
  }
}

const sourceDeclaration: ResourceDeclaration = {
  name: 'custom_api_source',
  label: 'Custom API Sources',
  description: 'The services that the endpoints of custom APIs may call.',
  travels: 'parts',
  declared: customApiSource,
  scope: { values: {} },
  relations: [
    ofApi,
    { kind: 'belongsTo', name: 'service_by_service_id', column: 'service_id', target: service, readAt: serviceRecords },
  ],
}

const revisionDeclaration: ResourceDeclaration = {
  name: 'custom_api_revision',
  label: 'Custom API Revisions',
  description: 'What was published of custom APIs, and when.',
  travels: 'history',
  declared: customApiRevision,
  madeElsewhere: true,
  scope: { values: {} },
  relations: [
    ofApi,
    {
      kind: 'hasMany',
      name: 'published_endpoint_by_revision_id',
      foreignKey: 'revision_id',
      target: publishedEndpoint,
      readAt: 'owner',
      readOnly: true,
    },
  ],
  async beforeDelete({ tx, previous }) {
    const sql = 'SELECT "name" FROM "custom_api" WHERE "id" = ? AND "published_revision" = ?'
    const api = await tx.first(sql, previous.api_id, previous.number)
    if (api !== undefined)
      throw new Problem(409, `Revision ${String(previous.number)} of '${String(api.name)}' is the published one.`)
  },
}
