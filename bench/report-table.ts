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
