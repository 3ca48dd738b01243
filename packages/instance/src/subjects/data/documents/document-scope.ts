import {
  type CollectionKeys,
  type Document,
  type DocumentDatabase,
  type DocumentFilter,
  quoted,
  withIds,
} from '@millwright/connector/documents/document-database'
import type { FilterNode } from '@millwright/contract/filter/node'
import { Problem } from '@millwright/contract/problem'
import { type Lookups, noLookups } from '../../../platform/lookup-substitution.ts'
import { namesOf } from '../../../records/names.ts'
import type { ApiRequest, Params } from '../../../request/api-request.ts'
import { filterParams } from '../../../request/params.ts'
import { documentFilter, fieldName, readFilter } from './document-filter.ts'

/** One request to a collection, and what its caller may do there. */
export interface DocumentScope {
  readonly database: DocumentDatabase
  readonly collection: string
  readonly keys: CollectionKeys
  readonly request: ApiRequest
  /** Maximum number of documents in a response. */
  readonly most: number
  readonly upserts: boolean
  /** The row filter of the caller's role with lookup keys replaced, or `null` without one. */
  readonly rows: FilterNode | null
  readonly lookups: Lookups
}

/** The condition that every document must match before and after the request, or `null` without one. */
export function roleCondition({ rows }: Pick<DocumentScope, 'rows'>): DocumentFilter | null {
  return rows === null ? null : documentFilter(rows, { params: {}, lookups: noLookups })
}

/** Combines the role's condition with the `filter` option. */
export function conditionOf(scope: DocumentScope, { filter = '' }: Params): DocumentFilter | null {
  const { request, lookups } = scope
  const own = roleCondition(scope)
  if (filter.trim() === '') return own
  const asked = readFilter(filter, { params: filterParams(request.params, request.payload), lookups })
  return own === null ? asked : { kind: 'and', operands: [own, asked] }
}

/** The requested fields without those nested in another requested field. `null` means all fields. */
export function fieldsOf({ fields }: Params): readonly string[] | null {
  const names = namesOf(fields)
  if (names.length === 0 || names.includes('*')) return null
  const known = [...new Set(names.map(fieldName))]
  return known.filter((name) => !known.some((other) => name.startsWith(`${other}.`)))
}

/** Throws a 400 for options that document collections do not support. */
export function rejectUnknownOptions({ related, group, having, id_field }: Params, { fields }: CollectionKeys): void {
  const named = Object.entries({ related, group, having }).find(
    ([, value]) => value !== undefined && value.trim() !== '',
  )
  if (named !== undefined) throw new Problem(400, `Collections of documents have no '${named[0]}'.`)
  if (id_field?.trim() && namesOf(id_field).join() !== fields.join()) {
    throw new Problem(400, `Documents are found by ${quoted(fields)} alone.`)
  }
}

export const notFound = (id: unknown) => new Problem(404, `Record with identifier '${String(id)}' not found.`)

/** Finds the document with an identifier, if the caller may see it. */
export async function findOne(
  scope: DocumentScope,
  id: string,
  fields: readonly string[] | null,
): Promise<Document | null> {
  const [found] = await findByIds(scope, [id], fields)
  return found ?? null
}

/** Finds the documents with these identifiers that the caller may see, in any order. */
export function findByIds(
  scope: DocumentScope,
  ids: readonly string[],
  fields: readonly string[] | null,
): Promise<readonly Document[]> {
  const own = roleCondition(scope)
  const byId = withIds(ids, scope.keys.fields)
  const where: DocumentFilter = own === null ? byId : { kind: 'and', operands: [byId, own] }
  return scope.database.find(scope.collection, { where, fields, order: [], limit: ids.length, offset: 0 })
}
