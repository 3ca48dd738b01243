import type { ScriptResult } from './measure/scripts.ts'
import { table, verdict } from './report-table.ts'

/** Milliseconds that a warm script may add to a request. */
const most = 5

export function scriptsTable(results: readonly ScriptResult[]): string {
  const milliseconds = (microseconds: number) => `${(microseconds / 1000).toFixed(2)} ms`
  const rows = results.map(({ language, without, withAll }) => [
    language,
    milliseconds(without),
    milliseconds(withAll),
    milliseconds(withAll - without),
    verdict(withAll - without <= most * 1000, `≤ ${most} ms more`),
  ])
  return [
    '## Scripts',
    '',
    'A request at the median, one after the other: an instance without scripts beside one where a script changes each request before',
    'it is answered. Medians of alternating rounds.',
    '',
    table(['language', 'without', 'with', 'added', 'target'], rows),
  ].join('\n')
}
