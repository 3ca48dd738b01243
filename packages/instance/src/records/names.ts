/** Parses a comma-separated list of names; a name with a comma is in double quotes, where quotes are doubled. */
export function namesOf(text: string | undefined): string[] {
  if (text === undefined) return []
  const items = text.includes('"') ? (text.match(/(?:"(?:[^"]|"")*"|[^",])+/g) ?? []) : text.split(',')
  return items.map((item) => unquoted(item.trim())).filter((name) => name !== '')
}

function unquoted(item: string): string {
  const [, inner] = /^"((?:[^"]|"")*)"$/.exec(item) ?? []
  return inner === undefined ? item : inner.replaceAll('""', '"')
}

/** Joins names to a list that `namesOf` parses. */
export function joinNames(names: readonly string[]): string {
  return names.map((name) => (/[",]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(',')
}
