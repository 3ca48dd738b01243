import type { McpResult } from './measure/mcp.ts'
import { table, verdict, whole } from './report-table.ts'

/** Maximum duration relative to the same request over HTTP. */
const most = 1.5

export function mcpTable(results: readonly McpResult[]): string {
  const rows = results.map(({ name, without, withAll, cost }) => [
    ...[name, `${whole(without)} µs`, `${whole(withAll)} µs`, cost.toFixed(2)],
    verdict(cost <= most, `≤ ${most}`),
  ])
  return [
    '## Tools of assistants',
    '',
    'A call of `get_table_data` at the median, one after the other, beside the same request over HTTP with the same key. Medians of',
    'alternating rounds.',
    '',
    table(['records', 'HTTP', 'MCP', 'cost', 'target'], rows),
  ].join('\n')
}
