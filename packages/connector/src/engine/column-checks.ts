import { bare, tokensOfCheck } from './check-choices.ts'

/** A check constraint that concerns a column: its own, its table's or that of its domain. */
export interface ColumnCheck {
  /** As errors name it; without the table that MariaDB puts before that of a column. */
  readonly name: string
  /** SQL, with or without `CHECK` and parentheses around it. */
  readonly definition: string
}

const longest = 200

/** Types that PostgreSQL prints behind literals and columns, for which nobody wrote them. */
const cast =
  /(?:\((\w+)\))?::(?:"[^"]+"|[a-z]\w*(?: varying| precision| with(?:out)? time zone)?)(?:\([\d,]+\))?(?:\[\])?/gi
/** How PostgreSQL prints a list of values. */
const anyOf = /= ANY \((?:\(ARRAY\[([^\]]*)\]\)|ARRAY\[([^\]]*)\])\)/g

/** What has to hold, in one line of bounded length. */
export function conditionIn(definition: string): string {
  const printed = definition.replace(/^\s*check\s*/i, '').replace(/\s+(?:not valid|no inherit)\s*$/i, '')
  const plain = printed
    .replace(/\s+/g, ' ')
    .replace(/`(\w+)`/g, '$1')
    .replace(cast, '$1')
    .replace(anyOf, 'IN ($1$2)')
  const condition = unwrapped(plain)
  return condition.length > longest ? `${condition.slice(0, longest)}…` : condition
}

/** Removes parentheses around all of it. */
function unwrapped(text: string): string {
  const inside = /^\((.*)\)$/s.exec(text.trim())?.[1]
  if (inside === undefined) return text.trim()
  let depth = 0
  for (const token of tokensOfCheck(inside)) {
    depth += token === '(' ? 1 : token === ')' ? -1 : 0
    if (depth < 0) return text.trim()
  }
  return unwrapped(inside)
}

/** Whether a check mentions a column, in any case, for databases that do not tell which columns a check is about. */
export function mentions(definition: string, column: string): boolean {
  const folded = column.toLowerCase()
  return tokensOfCheck(definition).some((token) => !token.startsWith("'") && bare(token).toLowerCase() === folded)
}
