/** An empty text is nothing. */
export function filled(sent: unknown): unknown {
  return typeof sent === 'string' ? sent.trim() || null : sent
}

/** One `@` between two parts without blanks, on one line. */
export function isAddress(text: string): boolean {
  return text.length <= 320 && /^[^\s@<>,]+@[^\s@<>,]+$/.test(text.trim())
}

/** A column that holds one address, or none. `lookups`: what has a lookup key in it need not look like one. */
export function addressColumn(name: string, { lookups = false } = {}) {
  const fits = (text: string) => isAddress(text) || (lookups && /\{[^{}]+\}/.test(text))
  const check = (value: unknown) => (fits(String(value)) ? null : `${name} must be an email address.`)
  return { accept: filled, check }
}
