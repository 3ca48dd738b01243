import type { FilterNode } from '@millwright/contract/filter/node'
import { type FilterScope, patternIn } from '../filter-sql.ts'

/** Trigrams that a text is looked up by. More of them find hardly fewer rows. */
const mostOfText = 12
/** Trigrams of a whole filter; those with more are not looked up. */
const mostOfFilter = 200

/**
 * Returns an expression of FTS5 that finds every row that the filter may match, by the trigrams of texts in these columns; `null` if
 * there are rows without them that it matches.
 */
export function searchTerms(node: FilterNode, columns: readonly string[], scope: FilterScope): string | null {
  const terms = termsOf(node, columns, scope)
  return terms === null || terms.length > mostOfFilter * '"abc" AND '.length ? null : terms
}

function termsOf(node: FilterNode, columns: readonly string[], scope: FilterScope): string | null {
  switch (node.kind) {
    case 'and': {
      const known = node.operands.flatMap((operand) => termsOf(operand, columns, scope) ?? [])
      return known.length === 0 ? null : joined(known, 'AND')
    }
    case 'or': {
      const terms = node.operands.map((operand) => termsOf(operand, columns, scope))
      const known = terms.filter((each) => each !== null)
      return known.length < terms.length ? null : joined(known, 'OR')
    }
    case 'compare': {
      const pattern = columns.includes(node.field) ? patternIn(node, scope) : null
      const trigrams = pattern === null ? [] : trigramsOf(pattern)
      return trigrams.length === 0 ? null : joined(trigrams, 'AND')
    }
    default:
      return null
  }
}

/** A search names the same text for each column. */
const joined = (terms: readonly string[], word: string) => `(${[...new Set(terms)].join(` ${word} `)})`

/** Returns trigrams that every text has that is like the pattern, as quoted texts. */
function trigramsOf(pattern: string): readonly string[] {
  const all: string[] = []
  let run: string[] = []
  for (const [part] of pattern.matchAll(/\\?./gsu)) {
    const isLiteral = part !== '%' && part !== '_'
    run = isLiteral ? [...run.slice(-2), part.length > 1 && part.startsWith('\\') ? part.slice(1) : part] : []
    if (run.length === 3) all.push(`"${run.join('').replaceAll('"', '""')}"`)
  }
  const distinct = [...new Set(all)]
  const step = Math.max(1, distinct.length / mostOfText)
  return distinct.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step))
}
