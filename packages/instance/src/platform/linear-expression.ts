import { createRequire } from 'node:module'

/** Whether a text matches. */
export type Matches = (text: string) => boolean

const require = createRequire(import.meta.url)

/** Instructions that counts such as `{1,200}` may add to an expression: each may be looked at for each character of a text. */
const mostExpanded = 500

/**
 * A regular expression in JavaScript's syntax, matched by RE2: its time grows with the length of the text alone, where an engine
 * that backtracks could stop everybody else. `flags`: those of `i`, `m`, `s` and `u`; texts are always matched by code points.
 * Null for what is no regular expression, or cannot be matched that way: look-around, back references and large counts.
 */
export function linearExpression(pattern: string, flags = ''): Matches | null {
  const { RE2JS, RE2JSException }: typeof import('re2js') = require('re2js')
  const options =
    (flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0) |
    (flags.includes('m') ? RE2JS.MULTILINE : 0) |
    (flags.includes('s') ? RE2JS.DOTALL : 0)
  // What translates the syntax takes a named back reference for letters.
  if (pattern.replace(/\\[^k]/gs, '').includes('\\k')) return null
  try {
    const expression = RE2JS.compile(RE2JS.translateRegExp(pattern), options)
    if (expression.programSize() > pattern.length + mostExpanded) return null
    return (text) => expression.test(text)
  } catch (error) {
    if (error instanceof RE2JSException) return null
    throw error
  }
}
