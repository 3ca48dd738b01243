import { t } from './messages.ts'

/** Why a database rejected a record: a sentence without SQL, and the affected column. */
export interface DatabaseWords {
  readonly message: string
  readonly column: string | null
}

const taken = [
  /UNIQUE constraint failed: (?:\w+\.)*(\w+)/i,
  /Duplicate entry .* for key '(\w+)\.\1_(\w+)_unique'/i,
  /Key \((\w+)\)=\([\s\S]*\) already exists/i,
]

const missing = [
  /NOT NULL constraint failed: (?:\w+\.)*(\w+)/i,
  /Column '(\w+)' cannot be null/i,
  /Field '(\w+)' doesn't have a default value/i,
  /null value in column "(\w+)"/i,
]

/** Parses a database error that a server passes on with its statement; `null` if the text is not one. */
export function parseDatabaseError(text: string): DatabaseWords | null {
  if (!/^SQLSTATE\[\w+\]/.test(text)) return null
  const uses = columnIn(text, taken)
  if (uses !== null) return { message: t.fieldInUse({ field: uses }), column: uses }
  const lacks = columnIn(text, missing)
  if (lacks !== null) return { message: t.isRequired({ field: lacks }), column: lacks }
  if (/Duplicate entry|violates unique|UNIQUE constraint/i.test(text)) return { message: t.uniqueInUse, column: null }
  const message = text
    .replace(/^SQLSTATE\[\w+\]:?\s*(?:\[\d+\]\s*)?/, '')
    .replace(/\s*\((?:Connection|SQL): [\s\S]*$/, '')
  return { message: message.trim(), column: null }
}

function columnIn(text: string, patterns: readonly RegExp[]): string | null {
  const found = patterns.flatMap((pattern) => pattern.exec(text)?.at(-1) ?? [])
  return found[0] ?? null
}
