/** The part of an address after the question mark, as plain text both ways: a code of digits stays the text it is. */
export function parseQuery(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

export function printQuery(search: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null) query.set(name, String(value))
  }
  const text = query.toString()
  return text ? `?${text}` : ''
}
