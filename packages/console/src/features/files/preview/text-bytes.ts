/** Line endings of a text; `mixed` becomes `lf` when it is saved. */
export type LineEnds = 'lf' | 'crlf' | 'mixed'

export interface DecodedText {
  /** With `\n` only. */
  readonly text: string
  readonly ends: LineEnds
}

/** Decodes a text file; returns `null` if it is not UTF-8, or has characters that only occur in binary files. */
export function decodeText(bytes: ArrayBuffer): DecodedText | null {
  const text = decoded(bytes)
  if (text === null || text.includes('\0')) return null
  const all = text.match(/\r\n|\r|\n/g) ?? []
  const windows = all.filter((end) => end === '\r\n').length
  const ends = windows === 0 && !text.includes('\r') ? 'lf' : windows === all.length ? 'crlf' : 'mixed'
  return { text: text.replace(/\r\n?/g, '\n'), ends }
}

/** Restores the line endings of the file. */
export function withLineEnds(text: string, ends: LineEnds): string {
  return ends === 'crlf' ? text.replaceAll('\n', '\r\n') : text
}

function decoded(bytes: ArrayBuffer): string | null {
  try {
    // A byte order mark is kept, so that it is written back.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
