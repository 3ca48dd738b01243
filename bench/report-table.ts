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

export const loadHead = ['request', 'connections', 'bare', 'ours', 'ratio', 'target'] as const

/** A kind of request with what `loadHead` names. Reads aim at 0.7 of the bare server, writes at 0.6. */
export function loadCells({ name, connections, floor, ours, ratio }: LoadResult): readonly string[] {
  const target = /insert|update/.test(name) ? 0.6 : 0.7
  const [bare, own] = [whole(floor), whole(ours)]
  return [name, String(connections), bare, own, ratio.toFixed(2), verdict(ratio >= target, `≥ ${target}`)]
}
