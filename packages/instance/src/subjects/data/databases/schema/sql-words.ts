import { Problem } from '@millwright/contract/problem'

/**
 * Throws 400 if a piece of SQL is more than one piece: administrators may use the database's own types and defaults, but nothing that ends
 * the surrounding definition. `what` starts the message.
 */
export function onePiece(sql: string, what: string): string {
  const flaw = flawOf(sql)
  if (flaw !== null) throw new Problem(400, `${what} is not accepted as SQL: ${flaw}.`)
  return sql.trim()
}

const longest = 2_000

function flawOf(sql: string): string | null {
  if (sql.trim() === '') return 'it is empty'
  if (sql.length > longest) return `it is longer than ${longest} characters`
  if (!sql.isWellFormed() || hasControls(sql)) return 'it contains characters that databases do not accept'
  // Characters that engines interpret differently: escapes, and quotes that only some of them support.
  const odd = /[\\`$;#@?]/.exec(sql)?.[0]
  if (odd !== undefined) return `'${odd}' is not allowed in it`
  if (sql.includes('--') || sql.includes('/*')) return 'comments are not allowed in it'
  if (/\[(?!\d*\])/.test(sql)) return "'[' is not allowed in it"
  return flawOutsideQuotes(sql)
}

function flawOutsideQuotes(sql: string): string | null {
  let depth = 0
  let quote: string | null = null
  for (const char of sql) {
    if (quote !== null) {
      // A doubled quote ends one piece and starts the next.
      if (char === quote) quote = null
    } else if (char === "'" || char === '"') quote = char
    else if (char === '(') depth += 1
    else if (char === ')') {
      depth -= 1
      if (depth < 0) return 'a parenthesis is closed that was not opened'
    } else if (char === ',' && depth === 0) return 'a comma outside of parentheses is not allowed in it'
  }
  if (quote !== null) return 'a quotation mark is not closed'
  return depth === 0 ? null : 'a parenthesis is not closed'
}

function hasControls(sql: string): boolean {
  for (let index = 0; index < sql.length; index += 1) {
    const code = sql.charCodeAt(index)
    if (code < 32 && code !== 9 && code !== 10 && code !== 13) return true
    if (code === 127) return true
  }
  return false
}
