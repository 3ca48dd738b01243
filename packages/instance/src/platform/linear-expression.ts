import { createRequire } from 'node:module'

/** Returns whether a text matches. */
export type Matches = (text: string) => boolean

const require = createRequire(import.meta.url)

/** Maximum number of instructions that counts such as `{1,200}` may add: each may run for each character of a text. */
const maxExpanded = 500

/**
 * Compiles a regular expression in JavaScript syntax with RE2, whose time grows linearly with the text; a backtracking engine could
 * block the whole process. `flags`: any of `i`, `m`, `s` and `u`; texts are always matched by code points.
 * Returns `null` for invalid expressions and for those RE2 cannot match: lookaround, backreferences and large counts.
 */
export function linearExpression(pattern: string, flags = ''): Matches | null {
  const { RE2JS, RE2JSException }: typeof import('re2js') = require('re2js')
  const options =
    (flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0) |
    (flags.includes('m') ? RE2JS.MULTILINE : 0) |
    (flags.includes('s') ? RE2JS.DOTALL : 0)
  // The translator takes a named backreference for literal letters.
  if (pattern.replace(/\\[^k]/gs, '').includes('\\k')) return null
  try {
    const expression = RE2JS.compile(RE2JS.translateRegExp(pattern), options)
    if (expression.programSize() > pattern.length + maxExpanded) return null
    return (text) => expression.test(text)
  } catch (error) {
    if (error instanceof RE2JSException) return null
    throw error
  }
}
