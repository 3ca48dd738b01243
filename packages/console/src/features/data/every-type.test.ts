import { parseExact, stringifyExact } from '@millwright/contract/wire/exact-json'
import { sharedServiceOn } from '@millwright/instance/subjects/data/databases/suite/service-on'
import { makeTypedTables, typedTables } from '@millwright/instance/subjects/data/databases/suite/typed-tables'
import { forEachEngine } from '@millwright/instance/testing/databases/for-each-engine'
import { beforeAll, expect, it } from 'vitest'
import type { GridRecord } from '../../widgets/grid/grid-source.ts'
import { cellsAsText, cellsOfText } from '../../widgets/grid/use-grid-clipboard.ts'
import { recordWriter } from '../../widgets/transfer/export/write-export.ts'
import { plannedRow } from '../../widgets/transfer/import/import-plan.ts'
import { problemText } from '../../widgets/transfer/import/problems.ts'
import { openTableFile } from '../../widgets/transfer/import/table-file.ts'
import { kindOf } from './field-kind.ts'
import { gridColumns } from './grid-columns.ts'
import { tableTarget } from './import-target.ts'
import { describeTable, type TableDescription } from './table-description.ts'
import { typedText, withValue } from './use-record-form.ts'
import type { WireTable } from './wire-table.ts'

interface Answer {
  readonly resource: readonly GridRecord[]
  readonly meta: { readonly schema: WireTable }
}

forEachEngine('in the console a value of any type', (on) => {
  const service = sharedServiceOn(on)
  const { server, root } = service.instance
  beforeAll(() => makeTypedTables(on, service))

  async function call(method: 'GET' | 'PATCH', path: string, sent?: unknown): Promise<string> {
    const { body, statusCode } = await server.inject({
      method,
      url: `/api/v2/db/_table/${path}`,
      headers: { 'x-dreamfactory-session-token': root.token, 'content-type': 'application/json' },
      ...(sent === undefined ? {} : { payload: stringifyExact({ resource: sent }) }),
    })
    expect(statusCode, body).toBe(200)
    return body
  }

  /** Returns the records that result from importing a file with the given ones. */
  async function imported(table: TableDescription, format: 'csv' | 'json', records: readonly GridRecord[]) {
    const { start, piece, end } = recordWriter(format, ['id', 'v'])
    const text = start + piece(records, 0) + end
    const { signal } = new AbortController()
    const file = await openTableFile(
      format,
      async function* () {
        yield text
      },
      signal,
    )
    const plan = {
      target: tableTarget({ service: 'db', table: table.name }, table),
      mapping: ['id', 'v'],
      mode: 'update',
      empty: 'text',
    } as const
    const found: GridRecord[] = []
    for await (const rows of file.rows(signal)) {
      for (const row of rows) {
        const planned = plannedRow(row, plan)
        if ('problems' in planned) throw new Error(problemText(planned))
        found.push(planned.record)
      }
    }
    return found
  }

  it.each(typedTables(on))(
    'round-trips through grid, form, clipboard, export and import: $type',
    async ({ table, type }) => {
      const before = await call('GET', table)
      const { resource, meta } = parseExact(await call('GET', `${table}?include_schema=true`)) as Answer
      const described = describeTable(table, meta.schema, resource)
      const [column] = gridColumns(described, ['v'])
      const field = described.fields.find(({ name }) => name === 'v')
      if (column === undefined || field === undefined) throw new Error('There is no such column')
      const typed: GridRecord[] = []
      for (const record of resource) {
        const text = column.print(record.v)
        const reading = column.read(text)
        if ('problem' in reading) throw new Error(`${text}: ${reading.problem}`)
        typed.push({ ...record, v: reading.value })
        expect(column.print(reading.value)).toBe(text)
        expect(withValue(new Map(), field, record, typedText(field, text)).size).toBe(0)
        expect(cellsOfText(cellsAsText([[text, text]]))).toEqual([[text, text]])
        if (kindOf(field) === 'integer' || kindOf(field) === 'decimal') expect(column.show(record.v)).toBe(text)
      }
      // A text does not show which values of an untyped column are numbers.
      const sent = type === '' ? [] : [typed, await imported(described, 'csv', resource)]
      for (const records of [...sent, await imported(described, 'json', resource)]) {
        await call('PATCH', table, records)
        expect(await call('GET', table)).toBe(before)
      }
    },
  )
})
