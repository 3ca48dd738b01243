import { setFlagsFromString } from 'node:v8'

/**
 * A regular expression that takes a time which grows with the text alone, whatever the expression. Null for what is none, or
 * cannot be matched that way: look-around, back references, large counts, and the flags `i` and `u`.
 */
export function linearExpression(pattern: string, flags = ''): RegExp | null {
  allowLinearExpressions()
  try {
    return new RegExp(pattern, `${flags}l`)
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
