/** A token of SQL: a word, a quoted name, parentheses with everything in them, or what is between. */
export interface SqlToken {
  readonly kind: 'word' | 'name' | 'text' | 'group' | 'other'
  readonly text: string
}

const closing: Readonly<Record<string, string>> = { '"': '"', '`': '`', '[': ']', "'": "'" }

/** Splits SQL into tokens whose texts concatenate to the input; comments and white space are `other`. */
export function tokensOf(sql: string): SqlToken[] {
  const tokens: SqlToken[] = []
  let at = 0
  while (at < sql.length) {
    const end = endOf(sql, at)
    tokens.push({ kind: kindOf(sql[at] ?? ''), text: sql.slice(at, end) })
    at = end
  }
  return tokens
}

function kindOf(first: string): SqlToken['kind'] {
  if (first === "'") return 'text'
  if (first === '"' || first === '`' || first === '[') return 'name'
  if (first === '(') return 'group'
  return wordStart.test(first) ? 'word' : 'other'
}

const wordStart = /[\w$\u0080-\uffff]/

function endOf(sql: string, at: number): number {
  const first = sql[at] ?? ''
  const close = closing[first]
  if (close !== undefined) return endOfQuoted(sql, at, close)
  if (first === '(') return endOfGroup(sql, at)
  if (sql.startsWith('--', at)) return after(sql, '\n', at)
  if (sql.startsWith('/*', at)) return after(sql, '*/', at + 2)
  if (!wordStart.test(first)) return at + 1
  let end = at + 1
  while (end < sql.length && wordStart.test(sql[end] ?? '')) end += 1
  return end
}

function endOfQuoted(sql: string, at: number, close: string): number {
  let end = at + 1
  while (end < sql.length) {
    if (sql[end] !== close) end += 1
    else if (close !== ']' && sql[end + 1] === close) end += 2
    else return end + 1
  }
  return end
}

function endOfGroup(sql: string, at: number): number {
  let end = at + 1
  while (end < sql.length && sql[end] !== ')') end = endOf(sql, end)
  return Math.min(end + 1, sql.length)
}

function after(sql: string, mark: string, at: number): number {
  const found = sql.indexOf(mark, at)
  return found === -1 ? sql.length : found + mark.length
}

/** The parts of a `CREATE TABLE`: the text before the parentheses, the items in them, and the text after. */
export interface TableText {
  readonly items: readonly string[]
  readonly tail: string
}

/** `null` for anything but an ordinary table, such as a virtual one. */
export function readTableText(sql: string): TableText | null {
  const tokens = tokensOf(sql)
  const words = tokens.filter(({ kind }) => kind === 'word').map(({ text }) => text.toLowerCase())
  if (words[0] !== 'create' || words.slice(1, 3).includes('virtual')) return null
  const place = tokens.findIndex(({ kind }) => kind === 'group')
  const group = tokens[place]
  if (group === undefined || words.slice(0, 6).includes('select')) return null
  return { items: itemsOf(group.text.slice(1, -1)), tail: tokensAsText(tokens.slice(place + 1)) }
}

function itemsOf(inside: string): string[] {
  const items: string[] = []
  let item = ''
  for (const { text } of tokensOf(inside)) {
    if (text === ',') {
      items.push(item)
      item = ''
    } else item += text
  }
  return [...items, item]
}

/** Tokens without white space and comments. */
export function meaningful(tokens: readonly SqlToken[]): SqlToken[] {
  return tokens.filter(({ kind, text }) => kind !== 'other' || !/^(\s|--|\/\*)/.test(text))
}

export function tokensAsText(tokens: readonly SqlToken[]): string {
  return tokens.map(({ text }) => text).join('')
}

/** A name without its quotation marks. */
export function nameIn({ kind, text }: SqlToken): string {
  if (kind !== 'name' && kind !== 'text') return text
  const close = closing[text[0] ?? ''] ?? ''
  const inside = text.slice(1, -1)
  return close === ']' ? inside : inside.replaceAll(close + close, close)
}

/** An item of a `CREATE TABLE`: a column by its name, or a table constraint on columns. */
export type TableItem =
  | { readonly kind: 'column'; readonly name: string }
  | {
      readonly kind: 'constraint'
      readonly type: 'primary' | 'unique' | 'foreign' | 'check'
      readonly columns: readonly string[]
    }

const constraintTypes = new Map([
  ['primary', 'primary'],
  ['unique', 'unique'],
  ['foreign', 'foreign'],
  ['check', 'check'],
] as const)

export function itemOf(text: string): TableItem {
  const tokens = meaningful(tokensOf(text))
  const named = isWord(tokens[0], 'constraint') ? 2 : 0
  const first = tokens[named]
  const type = first?.kind === 'word' ? constraintTypes.get(first.text.toLowerCase() as 'primary') : undefined
  if (type === undefined) return { kind: 'column', name: tokens[0] === undefined ? '' : nameIn(tokens[0]) }
  const group = tokens.find(({ kind }) => kind === 'group')
  return { kind: 'constraint', type, columns: type === 'check' || group === undefined ? [] : columnsIn(group.text) }
}

/** The names in `(a, "b" COLLATE nocase DESC)`. */
function columnsIn(group: string): string[] {
  const names: string[] = []
  let fresh = true
  for (const token of meaningful(tokensOf(group.slice(1, -1)))) {
    if (token.text === ',') fresh = true
    else if (fresh) {
      names.push(nameIn(token))
      fresh = false
    }
  }
  return names
}

/** A column constraint, with the keyword that identifies it. */
export interface Clause {
  readonly word:
    | 'primary'
    | 'not'
    | 'null'
    | 'unique'
    | 'check'
    | 'default'
    | 'collate'
    | 'references'
    | 'generated'
    | 'as'
  readonly text: string
}

const clauseWords: ReadonlySet<string> = new Set([
  'primary',
  'not',
  'null',
  'unique',
  'check',
  'default',
  'collate',
  'references',
  'generated',
  'as',
])

/** The constraints of a column's definition, in order, after its name and type. */
export function clausesOf(definition: string): Clause[] {
  const tokens = tokensOf(definition)
  const clauses: { word: Clause['word']; tokens: SqlToken[] }[] = []
  let pending: SqlToken[] = []
  let before: string[] = []
  for (const [index, token] of tokens.entries()) {
    const word = token.kind === 'word' ? token.text.toLowerCase() : ''
    const next = meaningful(tokens.slice(index + 1))[0]
    if (before.length > 0 && startsClause(word, before, next)) {
      clauses.push({ word: word as Clause['word'], tokens: [...pending, token] })
      pending = []
    } else if (before.length > 0 && word === 'constraint') pending = [token]
    else if (pending.length > 0) pending.push(token)
    else clauses.at(-1)?.tokens.push(token)
    if (meaningful([token]).length > 0) before = [...before, word].slice(-2)
  }
  return clauses.map((clause) => ({ word: clause.word, text: tokensAsText(clause.tokens).trim() }))
}

/**
 * Whether a keyword starts a constraint, rather than being part of another: `ON DELETE SET NULL`, `NOT DEFERRABLE`, `DEFAULT
 * NULL`, `GENERATED ALWAYS AS`.
 */
function startsClause(word: string, before: readonly string[], next: SqlToken | undefined): boolean {
  const last = before.at(-1)
  if (!clauseWords.has(word) || last === 'set' || last === 'constraint') return false
  if (word === 'not') return isWord(next, 'null')
  if (word === 'null') return last !== 'not' && last !== 'default'
  return !(word === 'as' && last === 'always')
}

function isWord(token: SqlToken | undefined, word: string): boolean {
  return token?.kind === 'word' && token.text.toLowerCase() === word
}
