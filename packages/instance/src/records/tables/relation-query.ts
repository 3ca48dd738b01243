import { Problem } from '@millwright/contract/problem'
import type { Params } from '../../request/api-request.ts'
import type { DescribedField, DescribedRelation, DescribedTable } from '../described-table.ts'
import { namesOf } from '../names.ts'
import { columnsNamed } from './named-fields.ts'

/** A relation to embed, with its own options. */
export interface RelationQuery {
  readonly relation: DescribedRelation
  /** Requested by name: an error of the other table is returned to the caller. Otherwise a relation without access is left out. */
  readonly named: boolean
  readonly fields: string | undefined
  readonly order: string | undefined
  readonly group: string | undefined
  readonly limit: string | undefined
}

/** Returns the relations that a read embeds: those requested, and those always fetched. Unknown names result in a 400 naming them. */
export function relationQueries(table: DescribedTable, options: Params): RelationQuery[] {
  const always = table.relations.filter(({ alwaysFetch }) => alwaysFetch)
  const names = namesOf(options.related)
  if (names.length === 0 && always.length === 0) return []
  const unknown = names.filter((name) => name !== '*' && !table.relationByName.has(name))
  if (unknown.length > 0) throw new Problem(400, `Unknown relationship: ${unknown.join(', ')}`)
  const named = new Set(names.flatMap((name) => table.relationByName.get(name) ?? []))
  const all = new Set([...named, ...(names.includes('*') ? table.relations : always)])
  const own = ownOptions(options)
  return [...all].map((relation) => {
    const option = (name: string) => own.get(`${relation.apiName}_${name}`.toLowerCase())
    return {
      relation,
      named: named.has(relation),
      fields: option('fields'),
      order: option('order'),
      group: option('group'),
      limit: option('limit'),
    }
  })
}

/** Returns the fields of this table by which relations find their records: they are returned whatever `fields` says. */
export function localFields(table: DescribedTable, queries: readonly RelationQuery[]): DescribedField[] {
  return [...new Set(queries.flatMap(({ relation }) => columnsNamed(table, relation.fields)))]
}

/** Returns options such as `contacts_by_id_limit`, by name in lower case; a dot is equivalent to the underscore. */
function ownOptions(options: Params): ReadonlyMap<string, string> {
  const own = new Map<string, string>()
  for (const [name, value] of Object.entries(options)) {
    const [, relation, option] = /^(.+)[._](fields|limit|order|group)$/i.exec(name) ?? []
    if (relation !== undefined) own.set(`${relation}_${option}`.toLowerCase(), value)
  }
  return own
}
