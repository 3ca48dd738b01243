import type { FilterNode } from '@millwright/contract/filter/node'
import { Problem } from '@millwright/contract/problem'
import type { Document, DocumentDatabase, DocumentFilter } from '../../gateway/ports/document-database.ts'
import { type Lookups, noLookups } from '../../platform/lookup-substitution.ts'
import { namesOf } from '../../records/names.ts'
import type { ApiRequest, Params } from '../../request/api-request.ts'
import { filterParams } from '../../request/filter-params.ts'
import { documentFilter, fieldNamed, readFilter } from './document-filter.ts'

/** One call of a collection, and what its caller may do there. */
export interface DocumentScope {
  readonly database: DocumentDatabase
  readonly collection: string
  readonly request: ApiRequest
  /** Documents of an answer. */
  readonly most: number
  readonly upserts: boolean
  /** The condition of the caller's role, lookup keys replaced; null: there is none. */
  readonly rows: FilterNode | null
  readonly lookups: Lookups
}

/** The condition that every document has to fulfil which the call reads, changes or leaves; null: none. */
export function ownCondition({ rows }: Pick<DocumentScope, 'rows'>): DocumentFilter | null {
  return rows === null ? null : documentFilter(rows, { params: {}, lookups: noLookups })
}

/** The role's condition and that of the option `filter`. */
export function conditionOf(scope: DocumentScope, { filter = '' }: Params): DocumentFilter | null {
  const { request, lookups } = scope
  const own = ownCondition(scope)
  if (filter.trim() === '') return own
  const asked = readFilter(filter, { params: filterParams(request.params, request.payload), lookups })
  return own === null ? asked : { kind: 'and', operands: [own, asked] }
}

/** Null: all. Names inside of others that are there as a whole are left out. */
export function fieldsOf({ fields }: Params): readonly string[] | null {
  const names = namesOf(fields)
  if (names.length === 0 || names.includes('*')) return null
  const known = [...new Set(names.map(fieldNamed))]
  return known.filter((name) => !known.some((other) => name.startsWith(`${other}.`)))
}

/** Refuses with 400 what documents have not. */
export function refuseUnknownOptions({ related, group, having, id_field }: Params): void {
  const named = Object.entries({ related, group, having }).find(
    ([, value]) => value !== undefined && value.trim() !== '',
  )
  if (named !== undefined) throw new Problem(400, `Collections of documents have no '${named[0]}'.`)
  if (id_field !== undefined && !['', '_id'].includes(id_field.trim())) {
    throw new Problem(400, "Documents are found by '_id' alone.")
  }
}

export function documentId(given: unknown): string {
  if (typeof given === 'number') return String(given)
  if (typeof given === 'string' && given !== '' && given.length <= 1_000 && !given.includes('\0')) return given
  throw new Problem(400, 'An identifier of a document is a text or a number.')
}

export const notFound = (id: unknown) => new Problem(404, `Record with identifier '${String(id)}' not found.`)

/** The document of an identifier, if the caller may see it. */
export async function findOne(
  scope: DocumentScope,
  id: string,
  fields: readonly string[] | null,
): Promise<Document | null> {
  const own = ownCondition(scope)
  const byId: DocumentFilter = { kind: 'in', negated: false, field: '_id', texts: [id] }
  const where: DocumentFilter = own === null ? byId : { kind: 'and', operands: [byId, own] }
  const [found] = await scope.database.find(scope.collection, { where, fields, order: [], limit: 1, offset: 0 })
  return found ?? null
}
