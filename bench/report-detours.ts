import type { TurnsResult } from './measure/by-turns.ts'
import type { CustomApiResult } from './measure/custom-apis.ts'
import type { McpResult } from './measure/mcp.ts'
import { table, verdict, whole } from './report-table.ts'

/** Maximum durations relative to the same request without the detour. */
const most = { mcp: 1.5, customApi: 1.15 } as const

export function mcpTable(results: readonly McpResult[]): string {
  return [
    '## Tools of assistants',
    '',
    'A call of `get_table_data` at the median, one after the other, beside the same request over HTTP with the same key. Medians of',
    'alternating rounds.',
    '',
    table(['records', 'HTTP', 'MCP', 'cost', 'target'], rowsOf(results, most.mcp)),
  ].join('\n')
}

export function customApiTable(results: readonly CustomApiResult[]): string {
  return [
    '## Endpoints of custom APIs',
    '',
    'An endpoint of one step at the median, one after the other, beside the request of that step with the same key. Medians of',
    'alternating rounds.',
    '',
    table(['records', 'direct', 'custom API', 'cost', 'target'], rowsOf(results, most.customApi)),
  ].join('\n')
}

function rowsOf(results: readonly (TurnsResult & { readonly name: string })[], limit: number): string[][] {
  return results.map(({ name, without, withAll, cost }) => [
    name,
    `${whole(without)} µs`,
    `${whole(withAll)} µs`,
    cost.toFixed(2),
    verdict(cost <= limit, `≤ ${limit}`),
  ])
}
