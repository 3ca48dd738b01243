import { quotedText } from '@millwright/connector/engine/default-sql'

export interface Token {
  /** `value` is the placeholder `{value}` of the written value; a `column` is a name in double quotes. */
  readonly kind: 'name' | 'column' | 'text' | 'number' | 'value' | 'sign'
  /** Without its quotes. */
  readonly text: string
}

const token =
  /\s+|(?<value>'\{value\}'|"\{value\}"|\{value\})|(?<text>'(?:[^'\\\0]|'')*')|(?<column>"(?:[^"\\\0]|"")+")|(?<number>[+-]?\d{1,30}(?:\.\d{1,30})?(?![\w.]))|(?<name>[a-z_]\w*(?:\.[a-z_]\w*)?)|(?<sign>[(),*])/iy

/** Tokenizes a function call or a column type; returns `null` at an unknown token. */
function readTokens(text: string): readonly Token[] | null {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    token.lastIndex = at
    const groups = token.exec(text)?.groups
    if (groups === undefined || token.lastIndex === at) return null
    at = token.lastIndex
    const { value, text: quoted, column, number, name, sign } = groups
    if (value !== undefined) tokens.push({ kind: 'value', text: value })
    else if (quoted !== undefined) {
      const inner = quoted.slice(1, -1).replaceAll("''", "'")
      // The placeholder would be replaced inside the text as well.
      if (/\{value\}/i.test(inner)) return null
      tokens.push({ kind: 'text', text: inner })
    } else if (column !== undefined) tokens.push({ kind: 'column', text: column.slice(1, -1).replaceAll('""', '"') })
    else if (number !== undefined) tokens.push({ kind: 'number', text: number })
    else if (name !== undefined) tokens.push({ kind: 'name', text: name })
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign })
  }
  return tokens
}

const words = new Set(
  `tinyint smallint mediumint int integer bigint int2 int4 int8 serial bigserial smallserial number decimal numeric dec fixed
  float real double precision float4 float8 money smallmoney bit varbit varying boolean bool
  char character varchar nchar nvarchar national text ntext tinytext mediumtext longtext citext clob
  binary varbinary bytea blob tinyblob mediumblob longblob image
  date time datetime datetime2 datetimeoffset smalldatetime timestamp timestamptz timetz year interval with without zone
  json jsonb xml uuid uniqueidentifier inet inet4 inet6 cidr macaddr macaddr8 tsvector tsquery hstore vector
  geometry geography point line lseg box path polygon circle linestring multipoint multilinestring multipolygon geometrycollection
  int4range int8range numrange daterange tsrange tstzrange enum set unsigned signed zerofill max`.split(/\s+/),
)

/** Returns whether a text is a column type and nothing else: known words, sizes or listed texts, and brackets of arrays. */
function isTypeText(text: string): boolean {
  const bare = text
    .replace(/\(\s*(?:\d+\s*(?:,\s*-?\d+\s*)?|max|'[^'\\]*'(?:\s*,\s*'[^'\\]*')*)\s*\)/gi, ' ')
    .replace(/(?:\[\d*\])+\s*$/, ' ')
  const found = bare.trim().split(/\s+/)
  return found.length > 0 && found.every((word) => words.has(word.toLowerCase()))
}

/** Returns whether a column definition after its name is a type with plain clauses: no reference, check or computed value. */
export function isPlainDefinition(text: string): boolean {
  let rest = text.trim()
  for (let shorter = rest.replace(clause, ''); shorter !== rest; shorter = rest.replace(clause, '')) rest = shorter
  return isTypeText(rest)
}

const clause =
  /\s+(?:not\s+null|null|unique|primary\s+key|auto_?increment|character\s+set\s+\w+|collate\s+(?:\w+|"\w+")|default\s+(?:[+-]?\d{1,100}(?:\.\d{1,100})?|'(?:[^'\\]|'')*'|null|true|false|now\(\)|current_timestamp(?:\(\d?\))?))$/i

/** Names that a call may use. */
export interface CallScope {
  /** Names of functions, in lower case. */
  readonly functions: ReadonlySet<string>
  /** Returns the exact name of a column for any spelling, or `null` if it does not exist. */
  readonly column: (name: string) => string | null
  readonly quote: (name: string) => string
}

export type ReadCall =
  | { readonly sql: string }
  /** Why the text is not a valid call: the end of a sentence. */
  | { readonly flaw: string }

/**
 * Parses one call of a listed function over columns of the table, constants, `{value}` and nested calls, and serializes it again, so
 * that no part of the original text reaches the database (docs/wire/schema.md).
 */
export function readCall(text: string, scope: CallScope): ReadCall {
  return reading(text, (reader) => reader.call(), scope)
}

/** Like `readCall`, but also accepts a single constant. */
export function readConstantOrCall(text: string, scope: CallScope): ReadCall {
  return reading(text, (reader) => reader.item(0), scope)
}

function reading(text: string, read: (reader: CallReader) => string, scope: CallScope): ReadCall {
  if (text.length > longest) return { flaw: `it is longer than ${longest} characters` }
  try {
    const reader = new CallReader(readTokens(text), scope)
    const sql = read(reader)
    reader.end()
    return { sql }
  } catch (error) {
    if (error instanceof Flaw) return { flaw: error.message }
    throw error
  }
}

/** Limits of a call's length and nesting, which bound the size of computed values. */
const longest = 500
const deepest = 4

class Flaw extends Error {}

class CallReader {
  readonly #tokens: readonly Token[] | null
  readonly #scope: CallScope
  #next = 0

  constructor(tokens: readonly Token[] | null, scope: CallScope) {
    this.#tokens = tokens
    this.#scope = scope
  }

  call(): string {
    const name = this.#peek()
    if (name?.kind !== 'name' || !this.#isSign('(', 1)) throw new Flaw('it is not one call of a function')
    return this.#called(0)
  }

  item(depth: number): string {
    const token = this.#peek()
    if (token === undefined) throw new Flaw('it ends too early')
    if (token.kind === 'name' && this.#isSign('(', 1)) return this.#called(depth)
    this.#next += 1
    if (token.kind === 'value') return '{value}'
    if (token.kind === 'number') return token.text
    if (token.kind === 'text') return quotedText(token.text)
    if (token.kind === 'sign') throw new Flaw(`'${token.text}' is neither a call, a field nor a constant`)
    if (token.kind === 'name' && constants.has(token.text.toLowerCase())) return token.text.toUpperCase()
    const column = this.#scope.column(token.text)
    if (column === null) throw new Flaw(`the table has no field '${token.text}'`)
    return this.#scope.quote(column)
  }

  end(): void {
    if (this.#peek() !== undefined) throw new Flaw('there is text outside the call')
  }

  #called(depth: number): string {
    if (depth >= deepest) throw new Flaw(`it nests more than ${deepest} calls`)
    const word = this.#peek()?.text ?? ''
    const name = word.toLowerCase()
    if (!this.#scope.functions.has(name)) throw new Flaw(`the function '${word}' is not an allowed one`)
    this.#next += 2
    return `${name}(${this.#inside(name, depth)})`
  }

  /** Parses the arguments up to and including the closing parenthesis. */
  #inside(name: string, depth: number): string {
    if (this.#takes(')')) return ''
    if (name === 'count' && this.#takes('*')) return this.#closed('*')
    if (name === 'cast' || name === 'try_cast') return this.#cast(depth)
    if (name === 'extract') return this.#extract(depth)
    const items = [unitFirst.has(name) && this.#isUnit() ? this.#unit() : this.item(depth + 1)]
    while (this.#takes(',')) items.push(this.item(depth + 1))
    return this.#closed(items.join(', '))
  }

  #cast(depth: number): string {
    const item = this.item(depth + 1)
    this.#word('as')
    const type: string[] = []
    for (let token = this.#peek(); token !== undefined && !this.#isSign(')', 0); token = this.#peek()) {
      this.#next += 1
      if (token.kind === 'sign' && token.text === '(') type.push(`(${this.#sizes()})`)
      else if (token.kind === 'name') type.push(token.text)
      else throw new Flaw(`'${token.text}' is not part of a type`)
    }
    const written = type.join(' ')
    if (!isTypeText(written)) throw new Flaw(`'${written}' is not a type that values can be cast to`)
    return this.#closed(`${item} AS ${written}`)
  }

  #sizes(): string {
    const sizes: string[] = []
    do {
      const token = this.#peek()
      if (token?.kind !== 'number') throw new Flaw('the size of a type must be a number')
      this.#next += 1
      sizes.push(token.text)
    } while (this.#takes(','))
    return this.#closed(sizes.join(', '))
  }

  #extract(depth: number): string {
    const unit = this.#unit()
    this.#word('from')
    return this.#closed(`${unit} FROM ${this.item(depth + 1)}`)
  }

  /** Parses a date part, such as `year`. */
  #unit(): string {
    if (!this.#isUnit()) throw new Flaw(`'${this.#peek()?.text ?? ''}' is not a part of a date or time`)
    const unit = this.#peek()?.text.toLowerCase() ?? ''
    this.#next += 1
    return unit
  }

  #isUnit(): boolean {
    const token = this.#peek()
    return token?.kind === 'name' && units.has(token.text.toLowerCase())
  }

  #word(word: string): void {
    const token = this.#peek()
    if (token?.kind !== 'name' || token.text.toLowerCase() !== word)
      throw new Flaw(`'${word.toUpperCase()}' is missing`)
    this.#next += 1
  }

  #closed(inside: string): string {
    if (!this.#takes(')')) throw new Flaw('a call holds more than calls, fields and constants')
    return inside
  }

  #takes(sign: string): boolean {
    const is = this.#isSign(sign, 0)
    if (is) this.#next += 1
    return is
  }

  #isSign(sign: string, ahead: number): boolean {
    const token = this.#tokens?.[this.#next + ahead]
    return token?.kind === 'sign' && token.text === sign
  }

  #peek(): Token | undefined {
    if (this.#tokens === null) throw new Flaw('it contains characters that are not allowed')
    return this.#tokens[this.#next]
  }
}

const constants = new Set('null true false current_date current_time current_timestamp'.split(' '))
const unitFirst = new Set('timestampdiff timestampadd datepart datename dateadd datediff'.split(' '))
const units = new Set(
  'year quarter month week day hour minute second millisecond microsecond dayofyear weekday doy dow isodow isoyear epoch decade century'.split(
    ' ',
  ),
)
