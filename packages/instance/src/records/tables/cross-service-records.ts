import type { DatabaseRow } from '@millwright/connector/engine/statement'
import { quoteText } from '@millwright/contract/filter/print'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { ApiRequest } from '../../request/api-request.ts'
import { wholeBody } from '../../request/row-stream.ts'
import { joinNames, namesOf } from '../names.ts'
import type { RecordsContext } from '../records-context.ts'
import type { FoundRow } from '../related-rows.ts'
import type { RelationQuery } from './relation-query.ts'

/** Maximum number of values in the filter of one call, to stay within the limits of filters. */
const valuesAtOnce = 2_000

/** Reads related records from another service, with the rights of the caller. */
export async function crossServiceRecords(
  context: RecordsContext,
  request: ApiRequest,
  query: RelationQuery,
  values: readonly string[],
): Promise<readonly FoundRow[]> {
  const { relation } = query
  const [refField = ''] = relation.refFields
  const target = { serviceId: relation.refServiceId, table: relation.refTable, field: refField }
  if (relation.type !== 'many_many') return askFor(context, request, target, query, values)
  const [near = ''] = relation.junctionFields
  const [far = ''] = relation.junctionRefFields
  const serviceId = relation.junctionServiceId ?? context.serviceId
  const junction = { serviceId, table: relation.junctionTable ?? '', field: near }
  const links = await askFor(context, request, junction, { fields: joinNames([near, far]) }, values)
  const farOf = links.map(([value, row]) => [value, String(row[far])] as const)
  const others = await askFor(context, request, target, query, [...new Set(farOf.map(([, other]) => other))])
  const byKey = Map.groupBy(others, ([key]) => key)
  const linked = Map.groupBy(farOf, ([value]) => value)
  return [...linked].flatMap(([value, pairs]) =>
    [...new Set(pairs.map(([, other]) => other))].flatMap((other) =>
      (byKey.get(other) ?? []).map(([, row]) => [value, row] as const),
    ),
  )
}

interface Target {
  readonly serviceId: number
  readonly table: string
  readonly field: string
}

type Options = Partial<Pick<RelationQuery, 'fields' | 'order' | 'group' | 'limit'>>

async function askFor(
  { services }: RecordsContext,
  request: ApiRequest,
  { serviceId, table, field }: Target,
  { fields, order, group, limit }: Options,
  values: readonly string[],
): Promise<readonly FoundRow[]> {
  const service = await services.nameOf(serviceId)
  if (service === null) throw new Problem(400, `The relation refers to a service that no longer exists.`)
  const names = namesOf(fields)
  const added = names.length > 0 && !names.includes('*') && !names.includes(field)
  const options = { fields: added ? joinNames([...names, field]) : fields, order, group, limit }
  const params = Object.fromEntries(
    Object.entries(options).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
  )
  const found: FoundRow[] = []
  for (let start = 0; start < values.length; start += valuesAtOnce) {
    const some = values.slice(start, start + valuesAtOnce)
    const answer = await services.call({
      ...request,
      verb: 'GET',
      service: service.toLowerCase(),
      resource: `_table/${table}`,
      params,
      payload: { filter: `${quoteText(field)} in (${some.map(quoteText).join(',')})` },
      payloadFormat: 'json',
    })
    for (const record of recordsOf(await wholeBody(answer.body))) {
      found.push([String(record[field]), added ? without(record, field) : record])
    }
  }
  return found
}

function recordsOf(body: unknown): DatabaseRow[] {
  const list = isRecord(body) ? body.resource : body
  return Array.isArray(list) ? list.filter(isRecord) : []
}

function without(record: DatabaseRow, field: string): DatabaseRow {
  const { [field]: _, ...rest } = record
  return rest
}
