import type { LoadResult } from './measure/load.ts'
import { table, verdict, whole } from './report-table.ts'

/** The table of one process beside several. `null`: not measured. */
export function workersTable(results: readonly LoadResult[] | null): string {
  if (results === null) return '## Processes on SQLite\n\nNot measured: no wrk on this machine.'
  return [
    '## Processes on SQLite',
    '',
    'Requests a second of one process and of one per processor (`--workers auto`), each with a file of 100,000 rows, loaded by one thread of wrk.',
    'Medians of alternating rounds.',
    '',
    table(
      ['request', 'connections', 'one', '`auto`', 'ratio', 'spread', 'target'],
      results.map(({ name, connections, floor, ours, ratio, spread: [low, high] }) => {
        const least = /^insert|^update/.test(name) ? 1 : 1.6
        return [
          name,
          String(connections),
          whole(floor),
          whole(ours),
          ratio.toFixed(2),
          `${low.toFixed(2)} – ${high.toFixed(2)}`,
          verdict(ratio >= least, `≥ ${least}`),
        ]
      }),
    ),
  ].join('\n')
}
