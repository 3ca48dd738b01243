import { equalNode } from '@millwright/contract/filter/condition'
import { invalid, Problem } from '@millwright/contract/problem'
import { decide } from '../../../access/decide.ts'
import { accessProblem } from '../../../access/refusal.ts'
import type { Parts } from '../../../gateway/parts.ts'
import type { Row, Tx } from '../../../records/system/sql-runner.ts'
import type { AccessRequest, ApiRequest } from '../../../request/api-request.ts'
import { text } from '../../../request/params.ts'
import { dataView } from '../../ground/models/data-view-model.ts'
import { createResource } from '../../ground/system/create-resource.ts'
import { notFound } from '../../ground/system/reader.ts'
import { refuseManaged } from '../../ground/system/refuse-managed.ts'
import type { ResourceDeclaration, SystemResource } from '../../ground/system/resource.ts'
import { sharedViews } from './kept-views.ts'

/** Callers who may read the table see shared views and their own; owners and full administrators change them. */
const declaration: ResourceDeclaration = {
  name: 'data_view',
  label: 'Data Views',
  description: 'Saved queries of tables: filter, fields and order, for oneself or for all who may read the table.',
  travels: 'parts',
  declared: dataView,
  scope: { values: {} },
  relations: [],
  visible({ sysadmin, user }) {
    if (sysadmin) return null
    const own = user === null ? [] : [String(user.id)]
    return { expression: `CASE WHEN "shared" = 1 THEN 'shared' ELSE ${ownerText} END`, texts: ['shared', ...own] }
  },
  guard(request) {
    const { caller, verb } = request
    if (!caller.sysadmin && caller.role === null) throw accessProblem(request)
    if (!caller.sysadmin && caller.user === null && verb !== 'GET')
      throw new Problem(401, 'Unauthorized. Views belong to people: sign in to save or change one.')
  },
  async beforeWrite({ tx, request, parts, values, previous }) {
    if (previous === null) values.owner_id = request.caller.user?.id ?? null
    else refuseOthers(request, previous)
    const view = { ...previous, ...values }
    for (const each of [previous, view]) await refuseLocked(tx, each, parts)
    await refuseSecond(tx, view)
    if (view.name !== previous?.name || view.shared !== previous?.shared) await refuseSecondShared(tx, view)
    await admitTo(tx, request, view)
  },
  async beforeDelete({ tx, request, parts, previous }) {
    refuseOthers(request, previous)
    await refuseLocked(tx, previous, parts)
  },
}

const ownerText = `CAST("owner_id" AS TEXT)`

/** `system/data_view` (docs/wire/data-views.md). */
export function createDataViewResource(parts: Parts): SystemResource {
  const { db } = parts.store
  const resource = createResource(declaration, parts)

  /** Restricts callers without full access to one table, which they must be able to read. */
  async function narrowed(request: ApiRequest): Promise<ApiRequest> {
    const { params, caller } = request
    const service = text(params, 'service')
    const table = text(params, 'table')
    if (service === undefined || table === undefined) {
      if (caller.sysadmin) return request
      throw new Problem(403, "Name the 'service' and the 'table' whose views to read.")
    }
    if (!caller.sysadmin) admit(request, service, table)
    const row = await db.selectFrom('service').select('id').where('name', '=', service.toLowerCase()).executeTakeFirst()
    return { ...request, within: equalNode({ service_id: row?.id ?? 0, table }) }
  }

  async function admitToStored(request: ApiRequest, id: string): Promise<void> {
    const row = await db
      .selectFrom('data_view')
      .innerJoin('service', 'service.id', 'data_view.service_id')
      .select(['service.name as service', 'data_view.table'])
      .where('data_view.id', '=', Number(id))
      .executeTakeFirstOrThrow()
    admit(request, row.service, row.table)
  }

  return {
    ...resource,
    keeps: sharedViews,
    async handle(request, rest) {
      const [id] = rest
      if (request.verb !== 'GET') return resource.handle(request, rest)
      if (id === undefined) return resource.handle(await narrowed(request), rest)
      const answer = await resource.handle(request, rest)
      if (!request.caller.sysadmin) await admitToStored(request, id)
      return answer
    },
  }
}

/** Throws, like a read of the table, if the caller may not read it. */
function admit(request: AccessRequest, service: string, table: string): void {
  const { caller, requestor } = request
  const read = {
    verb: 'GET',
    service: service.toLowerCase(),
    resource: `_table/${table}`,
    caller,
    requestor,
  } as const
  if (!decide(read, []).allowed) throw accessProblem(read)
}

async function admitTo(tx: Tx, request: ApiRequest, view: Row): Promise<void> {
  if (request.caller.sysadmin) return
  const row = await tx.first('SELECT "name" FROM "service" WHERE "id" = ?', view.service_id)
  if (row === undefined) throw invalid({ service_id: [`There is no service with the identifier ${view.service_id}.`] })
  admit(request, String(row.name), String(view.table))
}

/** Throws 404 for a view that the caller may not see, and 403 for one that the caller may only read. */
function refuseOthers({ caller }: ApiRequest, view: Row): void {
  if (caller.sysadmin || (caller.user !== null && caller.user.id === view.owner_id)) return
  if (view.shared !== 1) throw notFound(view.id)
  throw new Problem(403, 'Access Forbidden. Only its owner and full administrators can change a view.')
}

/** With the lock, the shared views of a table are changed by their folder alone. */
async function refuseLocked(tx: Tx, view: Row | null, { config }: Pick<Parts, 'config'>): Promise<void> {
  if (!config.configLock || view?.shared !== 1) return
  const service = await tx.first('SELECT "name" FROM "service" WHERE "id" = ?', view.service_id)
  await refuseManaged(tx, sharedViews.declaration.name, [`${service?.name}/${view.table}`])
}

/** Throws if colleagues would see two views with that name, which folders of configuration could not tell apart either. */
async function refuseSecondShared(tx: Tx, { id, service_id, table, name, shared }: Row): Promise<void> {
  if (shared !== 1) return
  const sql = 'SELECT "id" FROM "data_view" WHERE "shared" = 1 AND "service_id" = ? AND "table" = ? AND "name" = ?'
  const others = await tx.all(sql, service_id, table, name)
  if (others.some((other) => other.id !== id))
    throw invalid({ name: [`name is already in use by another shared view: ${String(name)}.`] })
}

/** Throws if the owner already has a view with that name for the table. */
async function refuseSecond(tx: Tx, { id, service_id, table, name, owner_id }: Row): Promise<void> {
  const owned = owner_id === null || owner_id === undefined ? [] : [owner_id]
  const ofOwner = owned.length === 0 ? '"owner_id" IS NULL' : '"owner_id" = ?'
  const sql = `SELECT "id" FROM "data_view" WHERE "service_id" = ? AND "table" = ? AND "name" = ? AND ${ofOwner}`
  const other = await tx.first(sql, service_id, table, name, ...owned)
  if (other === undefined || other.id === id) return
  throw invalid({ name: [`name is already in use: ${String(name)}.`] })
}
