import { shownValue } from './values/field-problem.ts'

/** The values that a column is limited to by its type or by a check. */
export interface Choices {
  readonly values: readonly string[]
  /** Whether a value is a list of them, separated by commas, as in MySQL's SET. */
  readonly several: boolean
  /** Whether the type itself knows no other values, so that comparing with one is an error. */
  readonly isType: boolean
  /** An empty text stands for what the type did not know, as MySQL stores it outside of its strict mode. Absent: it does not. */
  readonly emptyIsUnknown?: true
  /** Whether the database tells values apart that differ in case. */
  readonly inCase: boolean
}

/** A list of values in a check: a column, and the values that it may have. */
interface Listed {
  readonly column: string
  readonly values: readonly string[]
}

const pattern = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|[\w$\u0080-\uffff]+|[.\-=,]|\S/g

/** The words, names, literals and signs of a check. */
function tokensOfCheck(check: string): readonly string[] {
  return check.match(pattern) ?? []
}

/**
 * Reads a check that is nothing but a list of values, `state IN ('new', 'paid')` with or without `OR state IS NULL`, as SQLite,
 * PostgreSQL, MySQL or MariaDB print it; `null` for any other check.
 */
export function listedInCheck(check: string): Listed | null {
  const plain = check
    // MySQL prints escaped quotation marks around every text, MariaDB only within it.
    .replace(/\\'/g, /_\w+\\'/.test(check) ? "'" : "''")
    .replace(/::(?:"[^"]+"|[a-z_ ]+)(?:\(\d+\))?(?:\[\])?/gi, '')
    .replace(/\b_(?:utf8mb[34]|latin1|binary|ascii)(?=')/gi, '')
  const words = tokensOfCheck(plain).filter((each) => !/^[()[\]]$/.test(each))
  if (/^check$/i.test(words[0] ?? '')) words.shift()
  const [column, ...rest] = withoutNull(words)
  if (column === undefined || !isName(column)) return null
  const head = rest.slice(0, 3).map((each) => each.toLowerCase())
  const start = head[0] === 'in' ? 1 : head[0] !== '=' ? null : head[1] === 'any' && head[2] === 'array' ? 3 : 1
  const values = start === null ? null : literals(rest.slice(start))
  return values === null ? null : { column: bare(column), values }
}

/** Removes `OR column IS NULL`, before or after the list. */
function withoutNull(words: readonly string[]): readonly string[] {
  const text = (from: number, to?: number) => words.slice(from, to).join(' ').toLowerCase()
  const column = words[0]?.toLowerCase() ?? ''
  if (text(-4) === `or ${column} is null`) return words.slice(0, -4)
  const first = words[4]?.toLowerCase()
  return text(1, 4) === 'is null or' && first === column ? words.slice(4) : words
}

function literals(words: readonly string[]): string[] | null {
  const values: string[] = []
  let rest = words
  while (rest.length > 0) {
    const negative = rest[0] === '-'
    const [literal = '', comma, ...more] = negative ? rest.slice(1) : rest
    const isText = literal.startsWith("'")
    if (negative === isText && isText) return null
    if (!isText && !/^\d{1,15}$/.test(literal)) return null
    if (comma !== undefined && comma !== ',') return null
    values.push(isText ? literal.slice(1, -1).replaceAll("''", "'") : `${negative ? '-' : ''}${literal}`)
    if (comma !== undefined && more.length === 0) return null
    rest = more
  }
  return values.length === 0 ? null : values
}

function isName(word: string): boolean {
  return /^["`[]/.test(word) || /^[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*$/.test(word)
}

/** A name without its quotation marks. */
function bare(name: string): string {
  const quote = name[0] ?? ''
  return quote === '"' || quote === '`' ? name.slice(1, -1).replaceAll(quote + quote, quote) : name
}

/** The members of MySQL's `enum('a','it''s')`, and of `set(…)`. */
export function enumMembers(type: string): string[] {
  return [...type.matchAll(/'((?:[^']|'')*)'/g)].map(([, member = '']) => member.replaceAll("''", "'"))
}

/** Returns the sentence for a value that is not among the choices; `null` if it is. */
export function notAmong({ values, several, inCase }: Choices, value: string | number | bigint): string | null {
  const fold = (text: string) => (inCase ? text : text.toLowerCase().trimEnd())
  const known = new Set(values.map(fold))
  const text = String(value)
  const items = several ? (text === '' ? [] : text.split(',')) : [text]
  const odd = items.find((item) => !known.has(fold(item)))
  if (odd === undefined) return null
  const listed = values.slice(0, 50).join(', ')
  return `must be one of: ${listed}${values.length > 50 ? ', …' : ''}; it is '${shownValue(odd)}'.`
}

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
