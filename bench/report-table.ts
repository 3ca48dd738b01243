import type { LoadResult } from './measure/load.ts'

/** A cell that says what was aimed at, and when it was missed. */
export function verdict(reached: boolean, target: string): string {
  return reached ? target : `**no**: ${target}`
}

/** Rounded, with commas. */
export function whole(value: number): string {
  return Math.round(value).toLocaleString('en')
}

/** A table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

export const loadHead = ['request', 'connections', 'bare', 'ours', 'ratio', 'spread', 'target'] as const

/** A kind of request with what `loadHead` names; `database`: in which its records are, other than the instance's own. */
export function loadCells(
  { name, connections, floor, ours, ratio, spread }: LoadResult,
  database?: string,
): readonly string[] {
  const target = targetOf(name, database)
  const [bare, own] = [whole(floor), whole(ours)]
  const range = spread.map((each) => each.toFixed(2)).join(' – ')
  return [name, String(connections), bare, own, ratio.toFixed(2), range, verdict(ratio >= target, `≥ ${target}`)]
}

/** What part of the bare server's requests a second is aimed at. */
function targetOf(name: string, database: string | undefined): number {
  if (/^one by id/.test(name)) return 0.85
  if (/insert|update/.test(name)) return 0.75
  if (/^25 /.test(name)) return database === 'SQLite' ? 0.9 : 0.85
  return 0.7
}
