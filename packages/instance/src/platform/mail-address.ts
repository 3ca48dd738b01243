/** Treats an empty string as absent. */
export function filled(sent: unknown): unknown {
  return typeof sent === 'string' ? sent.trim() || null : sent
}

/** Returns whether a text has one `@` between two parts without blanks, on one line. */
export function isAddress(text: string): boolean {
  return text.length <= 320 && /^[^\s@<>,]+@[^\s@<>,]+$/.test(text.trim())
}

/** A column with one email address, or none. `lookups`: accepts any text that contains a lookup key. */
export function addressColumn(name: string, { lookups = false } = {}) {
  const fits = (text: string) => isAddress(text) || (lookups && /\{[^{}]+\}/.test(text))
  const check = (value: unknown) => (fits(String(value)) ? null : `${name} must be an email address.`)
  return { accept: filled, check }
}
