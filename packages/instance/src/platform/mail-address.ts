/**
 * The form in which names that people cannot tell apart are equal: without invisible characters, and with case, width and compatible
 * characters folded, like the profiles of PRECIS (RFC 8265).
 */
export function foldedName(name: string): string {
  const folded = name
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/gu, '')
    .toLowerCase()
  return folded.normalize('NFKC').trim()
}

/** Treats an empty string as absent. */
export function filled(sent: unknown): unknown {
  return typeof sent === 'string' ? sent.trim() || null : sent
}

/** Returns whether a text has one `@` between two parts without blanks, on one line. */
export function isAddress(text: string): boolean {
  return text.length <= 320 && /^[^\s@<>,]+@[^\s@<>,]+$/.test(text.trim())
}

/** A name, empty without one, and an address, which need not be valid. */
export interface Mailbox {
  readonly name: string
  readonly address: string
}

/**
 * Reads a list of mailboxes as in the header of a mail (RFC 5322, section 3.4): `Ann <ann@example.org>, "Doe, Jane" <jane@example.org>`.
 * Commas in quotation marks and angle brackets do not separate.
 */
export function readMailboxes(text: string): Mailbox[] {
  return mailboxTexts(text).map(mailboxOf)
}

/** Splits such a list into its mailboxes. */
export function mailboxTexts(text: string): string[] {
  const parts: string[] = []
  let start = 0
  let inside: '"' | '>' | null = null
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (inside === '"' && character === '\\') at += 1
    else if (inside !== null) inside = character === inside ? null : inside
    else if (character === '"') inside = '"'
    else if (character === '<') inside = '>'
    else if (character === ',') {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, text.slice(start)].map((part) => part.trim()).filter((part) => part !== '')
}

const longestMailbox = 1_000

function mailboxOf(text: string): Mailbox {
  const found = text.length > longestMailbox ? null : /^(?:"((?:\\.|[^"\\])*)"|([^"<>,]*))\s*<([^<>]*)>$/.exec(text)
  if (found === null) return { name: '', address: text }
  const [, quoted, plain = '', address = ''] = found
  return { name: (quoted?.replace(/\\(.)/g, '$1') ?? plain).trim(), address: address.trim() }
}

/** A column with one email address, or none. `lookups`: accepts any text that contains a lookup key. */
export function addressColumn(name: string, { lookups = false } = {}) {
  const fits = (text: string) => isAddress(text) || (lookups && /\{[^{}]+\}/.test(text))
  const check = (value: unknown) => (fits(String(value)) ? null : `${name} must be an email address.`)
  return { accept: filled, check }
}
