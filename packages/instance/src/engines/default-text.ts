import type { RawDefault } from './catalog.ts'

/**
 * A default as the database prints it, in standard SQL: quoted texts and plain numbers are literals, everything else is an expression; null for
 * none. Numbers that a double would change stay text.
 */
export function readDefault(printed: string | null): RawDefault | null {
  if (printed === null) return null
  const text = printed.trim()
  if (text === '' || /^null$/i.test(text)) return null
  if (/^true$/i.test(text)) return { literal: true }
  if (/^false$/i.test(text)) return { literal: false }
  const quoted = quotedText(text)
  if (quoted !== null) return { literal: quoted }
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text)) return { literal: String(Number(text)) === text ? Number(text) : text }
  return { expression: text }
}

/** What a text in single quotes stands for; null when it is not one such text. */
export function quotedText(text: string): string | null {
  return /^'(?:[^']|'')*'$/s.test(text) ? text.slice(1, -1).replaceAll("''", "'") : null
}
