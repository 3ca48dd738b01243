import type { RawDefault } from './catalog.ts'
import type { ColumnDefinition } from './schema-change.ts'

interface Spelling {
  readonly true: string
  readonly false: string
  /** Formats an expression other than a plain word, as the engine requires. */
  expression(text: string): string
  /** Formats a text literal. */
  text(value: string): string
}

/** ` DEFAULT …` of a column, or the empty text. */
export function defaultClause(column: Pick<ColumnDefinition, 'default' | 'type'>, spelling: Spelling): string {
  const sql = defaultSql(column, spelling)
  return sql === null ? '' : ` DEFAULT ${sql}`
}

/** The default in the engine's SQL, or `null`. */
export function defaultSql(column: Pick<ColumnDefinition, 'default' | 'type'>, spelling: Spelling): string | null {
  const { default: value, type } = column
  if (value === null) return null
  if ('expression' in value) return spelling.expression(value.expression)
  const { literal } = value
  if (literal === null) return null
  if (type === 'boolean' || typeof literal === 'boolean') {
    const truth = truths.get(String(literal).trim().toLowerCase())
    if (truth !== undefined) return truth ? spelling.true : spelling.false
  }
  const text = String(literal)
  if (typeof literal === 'number' || (isNumeric(type) && plainNumber.test(text))) return text
  return spelling.text(text)
}

/** Whether it is a word for the current time, which is an expression without parentheses. */
export function isMomentWord(expression: string): boolean {
  return /^current_(timestamp|date|time)(\(\d?\))?( on update current_timestamp(\(\d?\))?)?$/i.test(expression)
}

export function quotedText(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}

const plainNumber = /^[+-]?\d{1,100}(\.\d{1,100})?$/
const truths = new Map(
  [['true 1 t yes y on', true] as const, ['false 0 f no n off', false] as const].flatMap(([words, truth]) =>
    words.split(' ').map((word) => [word, truth] as const),
  ),
)

function isNumeric(type: string): boolean {
  return /^(id|reference|user_id.*|.*int(eger)?|decimal|numeric|money|float|double)$/.test(type)
}

/**
 * Parses a default as printed by the database, in standard SQL: quoted texts and plain numbers are literals, everything else is
 * an expression; `null` without a default. Numbers that a double cannot represent stay text.
 */
export function readDefault(printed: string | null): RawDefault | null {
  if (printed === null) return null
  const text = printed.trim()
  if (text === '' || /^null$/i.test(text)) return null
  if (/^true$/i.test(text)) return { literal: true }
  if (/^false$/i.test(text)) return { literal: false }
  const quoted = unquotedText(text)
  if (quoted !== null) return { literal: quoted }
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(text)) return { literal: String(Number(text)) === text ? Number(text) : text }
  return { expression: text }
}

/** The value of a text literal in single quotes, or `null` for anything else. */
export function unquotedText(text: string): string | null {
  return /^'(?:[^']|'')*'$/s.test(text) ? text.slice(1, -1).replaceAll("''", "'") : null
}

/** A default expression without MySQL's `ON UPDATE`, which other engines lack. */
export function withoutRenewal(expression: string): string {
  return expression.replace(/\s+on update .*$/i, '')
}
