import { Problem } from '@millwright/contract/problem'
import type { AuditEntry } from '@millwright/contract/records/report'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Forward } from '../../../gateway/gateway.ts'
import type { Parts } from '../../../gateway/parts.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { ApiRequest, ApiResponse } from '../../../request/api-request.ts'
import { dependencies } from '../../ground/system/dependents/graph.ts'
import { notFound } from '../../ground/system/reader.ts'
import type { SystemResource } from '../../ground/system/resource.ts'
import { wantedKey } from '../../ground/system/resource-tools.ts'
import { readEntry } from './audit.ts'
import { changedSinceAudit, known, ownerRelation, type RevertRequest, revertRequestOf } from './take-back.ts'

/**
 * Adds `POST {id}/take_back`, which reverts one change with a request of the same caller. Throws a 409 if the record has
 * changed since or was deleted (docs/wire/reports.md).
 */
export function withRevert(resource: SystemResource, parts: Parts, call: Forward): SystemResource {
  const { store, vault } = parts
  const stored = store.db.selectFrom('audit').selectAll().orderBy('id')

  async function takeBack(request: ApiRequest, idText: string): Promise<ApiResponse> {
    const id = Number(wantedKey(idText, 'number'))
    const found = await stored.where('id', '=', id).executeTakeFirst()
    if (found === undefined) throw notFound(idText)
    const entry = readEntry(found, vault)
    const whole = entry.owner_id === null && entry.action === 'deleted'
    const together = whole ? await stored.where('write_id', '=', entry.write_id).execute() : []
    const taken = together.map((row) => readEntry(row, vault))
    const undoing = revertRequestOf(entry, taken)
    const within: ApiRequest = { ...request, params: {}, headers: {}, payload: undefined, payloadFormat: 'none' }
    const etag =
      entry.action === 'deleted' ? undefined : await withSingleError(entry, () => etagIfUnchanged(entry, within))
    const done = await withSingleError(entry, () => call({ ...callOf(undoing, within), headers: etagHeader(etag) }))
    if (!whole) return done
    const missing = await reattach(reattachments(entry, taken, newKey(done.body)), within)
    return missing.length === 0 || !isRecord(done.body) ? done : { ...done, body: { ...done.body, missing } }
  }

  /** Sends the requests and returns the records that could not be restored, with the reasons. */
  async function reattach(calls: readonly Reattachment[], within: ApiRequest): Promise<Row[]> {
    const missing: Row[] = []
    for (const each of calls) {
      try {
        await call(callOf(each, within))
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        missing.push({ ...each.told, message: error.message })
      }
    }
    return missing
  }

  /** The ETag of the record. Throws a 409 if it has changed since. */
  async function etagIfUnchanged(entry: AuditEntry, request: ApiRequest): Promise<string | undefined> {
    const { owner_resource: owner, owner_id: ownerId, resource: name, record_id: id } = entry
    const nested = owner !== null && ownerId !== null
    const path = nested ? `${owner}/${ownerId}` : `${name}/${id}`
    const params = nested ? { related: ownerRelation(name, owner) } : {}
    const { body, headers } = await call({ ...request, verb: 'GET', resource: path, params })
    const current = nested
      ? nestedRow(body, ownerRelation(name, owner), id)
      : name === 'custom'
        ? { value: body }
        : body
    if (!isRecord(current)) throw new Problem(409, 'The changed record no longer exists.')
    const since = changedSinceAudit(entry, current)
    if (since.length === 0) return headers?.etag
    throw new Problem(409, `Not reverted, as these fields have changed since: ${since.join(', ')}.`, {
      context: { fields: since },
    })
  }

  return {
    ...resource,
    readOnly: false,
    async handle(request, rest) {
      const [id, command, ...more] = rest
      if (id === undefined || command !== 'take_back') return resource.handle(request, rest)
      if (request.verb !== 'POST' || more.length > 0) {
        throw new Problem(400, 'To revert a change, send POST to its path with /take_back.')
      }
      return takeBack(request, id)
    },
  }
}

function callOf({ verb, resource, payload }: RevertRequest, within: ApiRequest): ApiRequest {
  return { ...within, verb, resource, payload, payloadFormat: payload === undefined ? 'none' : 'json' }
}

const etagHeader = (etag: string | undefined) => (etag === undefined ? {} : { 'if-match': etag })

/** The key of the single record in a POST response. */
function newKey(body: unknown): unknown {
  const rows = isRecord(body) && Array.isArray(body.resource) ? body.resource : [body]
  const [first]: unknown[] = rows
  return isRecord(first) ? (first.id ?? first.name) : undefined
}

/** Runs `work` and turns a batch error into the error of its single record, and a 404 into a 409 that says what no longer exists. */
async function withSingleError<T>(
  { owner_resource: owner, owner_id: ownerId }: AuditEntry,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.status === 404) {
      const gone = owner !== null && ownerId !== null ? `The ${owner} of the changed record` : 'The changed record'
      throw new Problem(409, `${gone} no longer exists.`)
    }
    const rows: unknown = isRecord(error.context) ? error.context.resource : null
    const [refused] = Array.isArray(rows) ? rows : []
    if (!isRecord(refused) || typeof refused.message !== 'string') throw error
    throw new Problem(Number(refused.code), `Not reverted: ${refused.message}`, { context: refused.context ?? null })
  }
}

function nestedRow(body: unknown, relation: string, id: string): unknown {
  const rows: unknown = isRecord(body) ? body[relation] : null
  const list: readonly unknown[] = Array.isArray(rows) ? rows : [rows]
  return list.find((row) => isRecord(row) && (row.id === undefined || String(row.id) === id))
}

/** A request that restores a reference or row that the deletion of a recreated record removed from other records. */
interface Reattachment extends RevertRequest {
  /** The affected record, by its names for people. */
  readonly resource: string
  readonly told: { readonly resource: string; readonly name: string | null }
}

/**
 * Requests to send after a deleted record was recreated with a new id: they set the references that its deletion cleared, and
 * recreate records that were deleted with it but are not part of it.
 *
 * @param together all entries of the write that deleted the record
 * @param id the new id of the record
 */
function reattachments(entry: AuditEntry, together: readonly AuditEntry[], id: unknown): Reattachment[] {
  const table = entry.resource === 'admin' ? 'user' : entry.resource
  const edges = Object.entries(dependencies).find(([name]) => name === table)?.[1] ?? []
  return together.flatMap((other): Reattachment[] => {
    const edge = edges.find(({ declared, column }) => {
      if (declared === null) return false
      const resource = declared.auditedAs ?? declared.table
      const same = resource === other.resource || (resource === 'user' && other.resource === 'admin')
      return same && String(other.before?.[column]) === entry.record_id
    })
    if (edge?.told === undefined || other.before === null) return []
    const { column, effect, table: of } = edge
    const recordLabel = { resource: other.resource, name: other.record_name }
    if (effect === 'cleared' && other.action === 'modified')
      return [
        {
          verb: 'PATCH',
          resource: `${other.resource}/${other.record_id}`,
          payload: { [column]: id },
          told: recordLabel,
        },
      ]
    const owned = other.owner_resource === entry.resource && other.owner_id === entry.record_id
    if (effect !== 'deleted' || other.action !== 'deleted' || !owned) return []
    const { id: _former, ...values } = { ...known(other.before), [column]: id }
    if (of === 'role_service_access') {
      const { role_id: role, ...rule } = values
      const payload = { role_service_access_by_role_id: [rule] }
      return [{ verb: 'PATCH', resource: `role/${String(role)}`, payload, told: { resource: 'role', name: null } }]
    }
    // Role assignments of people are part of the recreated record.
    if (edge.told.owner !== undefined) return []
    return [{ verb: 'POST', resource: other.resource, payload: { resource: [values] }, told: recordLabel }]
  })
}
