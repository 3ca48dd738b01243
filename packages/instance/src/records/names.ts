/** The names of a comma list; one that holds a comma stands in double quotes, inside which a quote is doubled. */
export function namesOf(text: string | undefined): string[] {
  if (text === undefined) return []
  const items = text.includes('"') ? (text.match(/(?:"(?:[^"]|"")*"|[^",])+/g) ?? []) : text.split(',')
  return items.map((item) => unquoted(item.trim())).filter((name) => name !== '')
}

function unquoted(item: string): string {
  const [, inner] = /^"((?:[^"]|"")*)"$/.exec(item) ?? []
  return inner === undefined ? item : inner.replaceAll('""', '"')
}

/** A list of names as `namesOf` reads it. */
export function joinNames(names: readonly string[]): string {
  return names.map((name) => (/[",]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(',')
}
