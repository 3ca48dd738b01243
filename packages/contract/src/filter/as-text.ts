/** A filter for servers that parse it by text replacement, ignoring quotes. */
export interface TextFilter {
  readonly filter: string
  /** Whether problematic characters were replaced by `_`, so that more may match than was searched for. */
  readonly wider: boolean
}

/** Quoted texts, with the preceding `like` if there is one, where `_` is a wildcard. */
const quoted = /(\blike\s+)?("(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*')/gi

/**
 * Rewrites a filter for servers that look for operators anywhere in the text and know no escaping (docs/wire/filters.md). In
 * patterns of `like`, `_` replaces characters that such a server would parse as operators; other values are unchanged.
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

/**
 * Whether a value other than a pattern contains what such a server would parse as part of the filter, so that it will reject the
 * filter.
 */
export function isMisparsed(filter: string): boolean {
  return [...filter.matchAll(quoted)].some(
    ([, like, literal = '']) => like === undefined && /[=<>]|\)\s*(?:and|or|&&|\|\|)\s*\(/i.test(unescaped(literal)),
  )
}

/** Replaces by `_`, character for character, the operators that the server looks for before `like`. */
function loosened(text: string): string {
  const loose = text
    .replace(/[=<>]/g, '_')
    .replace(/\)(?=\s?(?:and|or|&&|\|\|)\s?\()/gi, '_')
    .replace(/ (?=(?:gte|lte|ne|eq|gt|lt|in|all|like) )/gi, '_')
    .replace(/not in/gi, (words) => words.replace(' ', '_'))
  // The text then has to be in double quotes, which can contain neither double quotes nor brackets.
  return loose.includes("'") ? loose.replace(/["()]/g, '_') : loose
}

/** Brackets are only safe in single quotes. Neither kind of quotes can be escaped. */
function inQuotes(text: string): string | null {
  if (!/["()]/.test(text)) return `"${text}"`
  return text.includes("'") ? null : `'${text}'`
}

function unescaped(literal: string): string {
  return literal.slice(1, -1).replace(/\\([\s\S])/g, '$1')
}
