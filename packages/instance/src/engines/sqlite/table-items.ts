import { meaningful, nameIn, type Token, textOf, tokensOf } from './table-text.ts'

/** What an item of a `CREATE TABLE` is: a column by its name, or a constraint of the table over columns. */
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

/** A constraint of a column with the word that tells which. */
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

/** The constraints of a column's definition, in their order; its name and type come before them. */
export function clausesOf(definition: string): Clause[] {
  const tokens = tokensOf(definition)
  const clauses: { word: Clause['word']; tokens: Token[] }[] = []
  let pending: Token[] = []
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
  return clauses.map((clause) => ({ word: clause.word, text: textOf(clause.tokens).trim() }))
}

/** Words that begin a constraint, but not inside another: `ON DELETE SET NULL`, `NOT DEFERRABLE`, `DEFAULT NULL`, `GENERATED ALWAYS AS`. */
function startsClause(word: string, before: readonly string[], next: Token | undefined): boolean {
  const last = before.at(-1)
  if (!clauseWords.has(word) || last === 'set' || last === 'constraint') return false
  if (word === 'not') return isWord(next, 'null')
  if (word === 'null') return last !== 'not' && last !== 'default'
  return !(word === 'as' && last === 'always')
}

function isWord(token: Token | undefined, word: string): boolean {
  return token?.kind === 'word' && token.text.toLowerCase() === word
}
