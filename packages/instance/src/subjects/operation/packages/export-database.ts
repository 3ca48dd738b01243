import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Row } from '../../../records/system/sql-runner.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { RowStream } from '../../../request/row-stream.ts'
import type { Exporting } from './exporting.ts'
import type { DatabaseContent, TableRecords } from './package-content.ts'
import { get } from './read-records.ts'

/** The tables that `_schema` names, and the records of those that `_table` names, or `null` if neither names any. */
export async function exportDatabase(
  service: string,
  { _schema, _table }: Readonly<Row>,
  exporting: Pick<Exporting, 'call' | 'request' | 'known'>,
): Promise<DatabaseContent | null> {
  const { call, request, known } = exporting
  const own = [...(await known.names('service'))].find(([, name]) => name.toLowerCase() === service.toLowerCase())?.[0]
  const tables: Row[] = []
  for (const name of namesIn(_schema, service)) {
    const { body } = await call({ ...request, ...get(service.toLowerCase(), `_schema/${name}`) })
    if (isRecord(body)) tables.push(withinService(body, own))
  }
  const records: TableRecords[] = []
  for (const name of namesIn(_table, service)) {
    const asked = { ...request, ...get(service.toLowerCase(), `_table/${name}`) }
    // Detects errors before anything is written.
    await call({ ...asked, params: { limit: '1' } })
    records.push({ name, read: () => recordsOf(asked) })
  }
  return tables.length === 0 && records.length === 0 ? null : { tables, records }

  /** All records of a table, in batches. */
  async function* recordsOf(asked: ApiRequest): AsyncGenerator<Row[]> {
    const { body } = await call({ ...asked, params: { file: 'records.json' } })
    if (!(body instanceof RowStream)) {
      yield isRecord(body) && Array.isArray(body.resource) ? body.resource.filter(isRecord) : []
      return
    }
    try {
      for await (const rows of body.portions) yield rows.filter(isRecord)
    } finally {
      body.end()
    }
  }
}

function namesIn(given: unknown, service: string): string[] {
  const all = given === undefined || given === null ? [] : Array.isArray(given) ? given : [given]
  return all.map((each) => {
    const name = isRecord(each) ? each.name : each
    if (typeof name === 'string' && name !== '') return name
    throw new Problem(400, `The selection of ${service} must be names of tables.`)
  })
}

/** Relations within the service, without the id of the service, which differs elsewhere. Relations to other services are omitted. */
function withinService(table: Readonly<Row>, own: number | undefined): Row {
  const isOther = (id: unknown) => id !== undefined && id !== null && id !== own
  const related = (Array.isArray(table.related) ? table.related : []).filter(isRecord)
  const kept = related.filter((each) => !isOther(each.ref_service_id) && !isOther(each.junction_service_id))
  const bare = kept.map(({ ref_service_id: _, junction_service_id: __, ...relation }) => relation)
  return { ...table, ...(table.related === undefined ? {} : { related: bare }) }
}
