/** Endings of files that a script is taken from. */
const scriptEndings: Readonly<Record<string, readonly string[]>> = {
  nodejs: ['js'],
  php: ['php'],
  python: ['py', 'python'],
  python3: ['py', 'python'],
}

export function endingsFor(type: string): readonly string[] {
  return scriptEndings[type] ?? ['json', 'js', 'php', 'yaml', 'yml']
}

/** The ending of a file that is among these; null when it is another. */
export function endingOf(name: string, endings: readonly string[]): string | null {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return endings.includes(ending) ? ending : null
}

/** `.json, .yml` as people read it, and as a browser takes it. */
export function asList(endings: readonly string[]): string {
  return endings.map((ending) => `.${ending}`).join(', ')
}
