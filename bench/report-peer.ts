import type { PeerResult } from './measure/peer.ts'
import { table, verdict, whole } from './report-table.ts'

const least = 3

/** The tables beside PocketBase. */
export function peerTables(results: readonly PeerResult[] | null): readonly string[] {
  const [first] = results ?? []
  if (results === null || first === undefined)
    return ['## Beside PocketBase\n\nNot measured: PocketBase is not to be had on this machine.']
  const rows = results.flatMap(({ processes, loads }) =>
    loads.map(({ name, connections, floor, ours, ratio, spread: [low, high] }) => [
      name,
      processes,
      String(connections),
      whole(floor),
      whole(ours),
      ratio.toFixed(2),
      `${low.toFixed(2)} – ${high.toFixed(2)}`,
      verdict(ratio >= least, `≥ ${least}`),
    ]),
  )
  return [
    [
      '## Beside PocketBase',
      '',
      `Requests a second of ${first.version}, which uses all processors, and of ours with one process and with \`auto\`, each on SQLite with the`,
      'same 100,000 rows and an administrator’s token. Medians of alternating rounds.',
      '',
      table(['request', 'our processes', 'connections', 'PocketBase', 'ours', 'ratio', 'spread', 'target'], rows),
    ].join('\n'),
  ]
}
