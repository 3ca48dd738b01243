/** File extensions that are accepted for each script language. */
const scriptEndings: Readonly<Record<string, readonly string[]>> = {
  nodejs: ['js'],
  php: ['php'],
  python: ['py', 'python'],
  python3: ['py', 'python'],
}

export function endingsFor(type: string): readonly string[] {
  return scriptEndings[type] ?? ['json', 'js', 'php', 'yaml', 'yml']
}

/** The extension of a file name if it is one of these, otherwise `null`. */
export function endingOf(name: string, endings: readonly string[]): string | null {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return endings.includes(ending) ? ending : null
}

/** Formats extensions as a list, for display and for a file input's `accept`: `.json, .yml`. */
export function asList(endings: readonly string[]): string {
  return endings.map((ending) => `.${ending}`).join(', ')
}
