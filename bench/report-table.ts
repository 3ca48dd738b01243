import type { LoadResult } from './measure/load.ts'

/** A cell with the target, marked if it was missed. */
export function verdict(reached: boolean, target: string): string {
  return reached ? target : `**no**: ${target}`
}

/** Rounds a number and formats it with commas. */
export function whole(value: number): string {
  return Math.round(value).toLocaleString('en')
}

/** Formats a table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

export const loadHead = ['request', 'connections', 'bare', 'ours', 'ratio', 'spread', 'target'] as const

/** The cells for one kind of request, in the order of `loadHead`. `database`: the one that has its records, if not the instance's own. */
export function loadCells(
  { name, connections, floor, ours, ratio, spread }: LoadResult,
  database?: string,
): readonly string[] {
  const target = targetOf(name, database)
  const bare = whole(floor)
  const own = whole(ours)
  const range = spread.map((each) => each.toFixed(2)).join(' – ')
  return [name, String(connections), bare, own, ratio.toFixed(2), range, verdict(ratio >= target, `≥ ${target}`)]
}

/**
 * The target ratio to the baseline server's requests per second: what the last run on a quiet machine reached, less what runs differ by, so
 * that a row that misses it tells of a regression (docs/adr/0025-what-speed-costs.md).
 */
function targetOf(name: string, database: string | undefined): number {
  if (/^one by id/.test(name)) return database === undefined ? 0.55 : database === 'SQLite' ? 0.45 : 0.6
  if (/^insert/.test(name)) return database === undefined ? 0.4 : database === 'SQLite' ? 0.5 : 0.6
  return /^25 /.test(name) ? 0.6 : 0.7
}
