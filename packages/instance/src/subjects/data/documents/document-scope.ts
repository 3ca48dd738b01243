import {
  type CollectionKeys,
  type Document,
  type DocumentDatabase,
  type DocumentFilter,
  quoted,
  withIds,
} from '@millwright/connector/documents/document-database'
import { likeExpression } from '@millwright/connector/documents/match-document'
import type { CompareOperator, FilterNode, FilterValue } from '@millwright/contract/filter/node'
import { parseFilter } from '@millwright/contract/filter/parse'
import { Problem } from '@millwright/contract/problem'
import { type Lookups, noLookups, substituteLookups } from '../../../platform/lookup-substitution.ts'
import { namesOf } from '../../../records/names.ts'
import type { ApiRequest, Params } from '../../../request/api-request.ts'
import { filterParams } from '../../../request/params.ts'

interface FilterScope {
  /** Parameter values sent alongside the filter, by name. */
  readonly params: Readonly<Record<string, string>>
  readonly lookups: Lookups
}

const readFilter = (text: string, scope: FilterScope): DocumentFilter => documentFilter(parseFilter(text), scope)

/** Converts a parsed filter (docs/wire/filters.md) into a document filter. Throws a 400 for names that cannot be fields. */
function documentFilter(node: FilterNode, scope: FilterScope, negated = false): DocumentFilter {
  switch (node.kind) {
    case 'not':
      return documentFilter(node.operand, scope, !negated)
    case 'and':
    case 'or': {
      const kind = (node.kind === 'and') === negated ? 'or' : 'and'
      return { kind, operands: node.operands.map((operand) => documentFilter(operand, scope, negated)) }
    }
    case 'null':
      return { kind: 'null', negated, field: fieldName(node.field) }
    case 'in':
      return {
        kind: 'in',
        negated,
        field: fieldName(node.field),
        texts: node.values.map((value) => textOf(value, scope)),
      }
    case 'compare': {
      const [operator, isNegated] = plainOperator(node.operator, negated)
      const text = textOf(node.value, scope)
      // Rejects patterns that would take too long, whichever database runs them.
      if (/^[a-z]/.test(operator)) likeExpression(operator, text)
      return { kind: 'compare', negated: isNegated, field: fieldName(node.field), operator, text }
    }
  }
}

const opposite: Partial<Record<CompareOperator, CompareOperator>> = { '>': '<=', '>=': '<', '<': '>=', '<=': '>' }

function plainOperator(operator: CompareOperator, negated: boolean): [CompareOperator, boolean] {
  if (operator === '!=') return ['=', !negated]
  const other = negated ? opposite[operator] : undefined
  return other === undefined ? [operator, negated] : [other, false]
}

const longestName = 500

/** Returns `name` if every database reads it as a plain field, not as an operator or a variable. Otherwise throws a 400. */
export function fieldName(name: string): string {
  const parts = name.split('.')
  if (name.length <= longestName && !name.includes('\0') && parts.every((part) => part !== '' && !part.startsWith('$')))
    return name
  throw new Problem(400, `'${name.slice(0, 100)}' cannot be the name of a field.`)
}

function textOf(value: FilterValue, { params, lookups }: FilterScope): string {
  if (value.kind === 'text') return substituteLookups(value.text, lookups)
  const argument = Object.hasOwn(params, value.name) ? params[value.name] : undefined
  if (argument === undefined)
    throw new Problem(400, `The filter uses ':${value.name}', but no such parameter was sent.`)
  return substituteLookups(argument, lookups)
}

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
  const requestCondition = readFilter(filter, { params: filterParams(request.params, request.payload), lookups })
  return own === null ? requestCondition : { kind: 'and', operands: [own, requestCondition] }
}

/** The requested fields without those nested in another requested field. `null` means all fields. */
export function namedFields({ fields }: Params): readonly string[] | null {
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

export const documentNotFound = (id: unknown) => new Problem(404, `Record with identifier '${String(id)}' not found.`)

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
