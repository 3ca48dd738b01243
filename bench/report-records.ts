import type { LoadResult } from './measure/load.ts'
import type { RecordsResult } from './measure/records.ts'
import { loadCells, loadHead, table, verdict, whole } from './report-table.ts'

const costliestPage = 1.3
/** Maximum increase in MB. */
const maxForExport = 200

/** The tables for database records: requests per second, long tables, exports. */
export function recordTables(results: readonly RecordsResult[]): readonly string[] {
  return [requestTable(results), longTable(results), exportTable(results)]
}

function requestTable(results: readonly RecordsResult[]): string {
  return [
    '## Records of a database',
    '',
    'A table of 100,000 rows, beside Fastify with the driver of the database, prepared statements and the same SQL. Ours finds the',
    'caller by a session token and the role by an API key, adds the role’s condition and reads a filter that differs each time;',
    'writes are those of an administrator.',
    '',
    table(
      ['database', ...loadHead],
      results.flatMap(({ label, loads }) => loads.map((load) => [label, ...loadCells(load, label)])),
    ),
  ].join('\n')
}

function longTable(results: readonly RecordsResult[]): string {
  const row = (label: string, { name, floor, ours, ratio }: LoadResult) => {
    const cost = 1 / ratio
    return [
      label,
      name,
      whole(floor),
      whole(ours),
      cost.toFixed(2),
      verdict(cost <= costliestPage, `≤ ${costliestPage}`),
    ]
  }
  return [
    'The same page of a table of 1,000,000 rows, requests a second one after the other:',
    '',
    table(
      ['database', 'page', '100,000 rows', '1,000,000 rows', 'cost', 'target'],
      results.flatMap(({ label, pages }) => pages.map((page) => row(label, page))),
    ),
  ].join('\n')
}

function exportTable(results: readonly RecordsResult[]): string {
  const megabytes = (value: number | null) => (value === null ? 'not known' : `${whole(value)} MB`)
  const rows = results.map(({ label, exported: { before, most, seconds } }) => [
    label,
    `${seconds.toFixed(1)} s`,
    megabytes(before),
    megabytes(most),
    verdict((most ?? 0) - (before ?? 0) <= maxForExport, `≤ ${maxForExport} MB more`),
  ])
  return [
    'Its 1,000,000 rows as one CSV file, and what memory of the server was resident:',
    '',
    table(['database', 'took', 'before', 'at most', 'target'], rows),
  ].join('\n')
}
