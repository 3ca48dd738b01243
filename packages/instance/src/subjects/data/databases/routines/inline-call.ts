import { Problem } from '@millwright/contract/problem'

/** A call at the end of a path: a name, and the arguments in parentheses; `null` without parentheses. */
export interface InlineCall {
  readonly name: string
  readonly values: readonly unknown[] | null
}

/**
 * Parses `add_contact(1,'O''Neil',null)`: quoted texts with doubled quotes, numbers, `true`, `false` and `null`; bare words are texts.
 * Throws 400 for unclosed quotes or parentheses (docs/wire/databases.md).
 */
export function readInlineCall(path: string): InlineCall {
  const open = path.indexOf('(')
  if (open < 0) return { name: path, values: null }
  if (!path.endsWith(')')) throw new Problem(400, 'The arguments of the call lack the closing parenthesis at its end.')
  const inside = path.slice(open + 1, -1)
  return { name: path.slice(0, open).trim(), values: inside.trim() === '' ? [] : splitValues(inside) }
}

const quoted = /^\s*(?:'((?:[^']|'')*)'|"((?:[^"]|"")*)")\s*(?:,|$)/s
const bare = /^\s*([^'",][^,]*?)?\s*(?:,|$)/s

function splitValues(text: string): unknown[] {
  const values: unknown[] = []
  let rest = text
  let more = true
  while (more) {
    const inQuotes = quoted.exec(rest)
    const found = inQuotes ?? bare.exec(rest)
    if (found === null)
      throw new Problem(400, `The arguments of the call cannot be read from "${rest.slice(0, 50)}" on.`)
    const [whole, first, second] = found
    if (inQuotes === null) values.push(readBare(first ?? ''))
    else values.push(first?.replaceAll("''", "'") ?? second?.replaceAll('""', '"') ?? '')
    more = whole.endsWith(',')
    rest = rest.slice(whole.length)
  }
  return values
}

/** Numbers stay texts, so that they lose no digits. */
function readBare(word: string): unknown {
  const lower = word.toLowerCase()
  if (lower === 'null' || lower === '') return null
  if (lower === 'true') return true
  return lower === 'false' ? false : word
}
