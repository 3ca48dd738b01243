export interface Token {
  /** `value` is the placeholder `{value}` of the written value; a `column` is a name in double quotes. */
  readonly kind: 'name' | 'column' | 'text' | 'number' | 'value' | 'sign'
  /** Without its quotes. */
  readonly text: string
}

const token =
  /\s+|(?<value>'\{value\}'|"\{value\}"|\{value\})|(?<text>'(?:[^'\\\0]|'')*')|(?<column>"(?:[^"\\\0]|"")+")|(?<number>[+-]?\d{1,30}(?:\.\d{1,30})?(?![\w.]))|(?<name>[a-z_]\w*(?:\.[a-z_]\w*)?)|(?<sign>[(),*])/iy

/** Tokenizes a function call or a column type; returns `null` at an unknown token. */
export function readTokens(text: string): readonly Token[] | null {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    token.lastIndex = at
    const groups = token.exec(text)?.groups
    if (groups === undefined || token.lastIndex === at) return null
    at = token.lastIndex
    const { value, text: quoted, column, number, name, sign } = groups
    if (value !== undefined) tokens.push({ kind: 'value', text: value })
    else if (quoted !== undefined) {
      const inner = quoted.slice(1, -1).replaceAll("''", "'")
      // The placeholder would be replaced inside the text as well.
      if (/\{value\}/i.test(inner)) return null
      tokens.push({ kind: 'text', text: inner })
    } else if (column !== undefined) tokens.push({ kind: 'column', text: column.slice(1, -1).replaceAll('""', '"') })
    else if (number !== undefined) tokens.push({ kind: 'number', text: number })
    else if (name !== undefined) tokens.push({ kind: 'name', text: name })
    else if (sign !== undefined) tokens.push({ kind: 'sign', text: sign })
  }
  return tokens
}
