import { linearExpression } from './linear-expression.ts'

/**
 * Whether a path matches a regular expression, whatever its case, in a time that grows with the path alone: anybody may ask
 * for any path, and an expression that tries every way through it would stop everybody else. Null for what is no regular
 * expression, or cannot be matched that way: look-around, back references and large counts.
 */
export function pathExpression(pattern: string): ((path: string) => boolean) | null {
  const expression = linearExpression(inLowerCase(pattern))
  return expression === null ? null : (path) => expression.test(path.toLowerCase())
}

/** As that engine cannot ignore case; escapes such as `\D` mean something else in lower case and stay. */
const inLowerCase = (pattern: string) =>
  pattern.replace(/\\.|[^\\]+/gs, (part) => (part.startsWith('\\') ? part : part.toLowerCase()))
