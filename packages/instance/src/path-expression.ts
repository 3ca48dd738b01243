import { setFlagsFromString } from 'node:v8'

/**
 * Whether a path matches a regular expression, whatever its case, in a time that grows with the path alone: anybody may ask
 * for any path, and an expression that tries every way through it would stop everybody else. Null for what is no regular
 * expression, or cannot be matched that way: look-around, back references and large counts.
 */
export function pathExpression(pattern: string): ((path: string) => boolean) | null {
  allowLinearExpressions()
  try {
    const expression = new RegExp(inLowerCase(pattern), 'l')
    return (path) => expression.test(path.toLowerCase())
  } catch {
    return null
  }
}

let allowed = false

/** The flag `l` asks V8 for its engine without backtracking, and V8 asks to be told first. */
function allowLinearExpressions(): void {
  if (allowed) return
  setFlagsFromString('--enable-experimental-regexp-engine')
  allowed = true
}

/** As that engine cannot ignore case; escapes such as `\D` mean something else in lower case and stay. */
const inLowerCase = (pattern: string) =>
  pattern.replace(/\\.|[^\\]+/gs, (part) => (part.startsWith('\\') ? part : part.toLowerCase()))
