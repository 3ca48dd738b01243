/** A filter for servers that take it apart as text, without regard to quotes. */
export interface TextFilter {
  readonly filter: string
  /** Characters that such a server would stumble over became `_`, so that more may match than was asked for. */
  readonly wider: boolean
}

/** What stands in quotes, and whether `like` stands before it, where `_` means any character. */
const quoted = /(\blike\s+)?("(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*')/gi

/**
 * Writes a filter so that a server that looks for operators anywhere in the text, and knows no escaping, understands it
 * (docs/wire/filters.md). Patterns of `like` have `_` where they would be taken apart; other values stay as they are.
 */
export function asTextFilter(filter: string): TextFilter {
  let wider = false
  const written = filter.replace(quoted, (_, like: string | undefined, literal: string) => {
    const text = unescaped(literal)
    const safe = like === undefined ? text : loosened(text)
    wider ||= safe !== text
    return `${like ?? ''}${inQuotes(safe) ?? literal}`
  })
  return { filter: written, wider }
}

/** Whether a value that is not a pattern contains what such a server takes for part of the filter, so that it will refuse it. */
export function isTakenApart(filter: string): boolean {
  return [...filter.matchAll(quoted)].some(
    ([, like, literal = '']) => like === undefined && /[=<>]|\)\s*(?:and|or|&&|\|\|)\s*\(/i.test(unescaped(literal)),
  )
}

/** As many characters as before; `_` in place of what is an operator before `like` is looked for. */
function loosened(text: string): string {
  const loose = text
    .replace(/[=<>]/g, '_')
    .replace(/\)(?=\s?(?:and|or|&&|\|\|)\s?\()/gi, '_')
    .replace(/ (?=(?:gte|lte|ne|eq|gt|lt|in|all|like) )/gi, '_')
    .replace(/not in/gi, (words) => words.replace(' ', '_'))
  // Then double quotes have to do, in which neither may stand.
  return loose.includes("'") ? loose.replace(/["()]/g, '_') : loose
}

/** Within single quotes brackets are left alone; neither kind of quotes knows a way to have itself within. */
function inQuotes(text: string): string | null {
  if (!/["()]/.test(text)) return `"${text}"`
  return text.includes("'") ? null : `'${text}'`
}

function unescaped(literal: string): string {
  return literal.slice(1, -1).replace(/\\([\s\S])/g, '$1')
}
