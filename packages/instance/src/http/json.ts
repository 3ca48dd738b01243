import { Problem } from '@millwright/contract/problem'
import { parseExact } from '@millwright/contract/wire/exact-json'

/** Deeper than any record of the wire, but safe for every recursive reader. */
const maxDepth = 100

/**
 * Parses a JSON body; numbers that would lose digits become `ExactNumber`s. Throws 400 for invalid JSON, for more than 100
 * levels, and for what no database text can contain: null characters and lone surrogates. A key `__proto__` is dropped like any
 * unknown field.
 */
export function parseJson(text: string): unknown {
  if (text.length > 2 * maxDepth && nestsTooDeep(text)) {
    throw new Problem(400, `The body is nested deeper than ${maxDepth} levels.`)
  }
  const value = parsed(text)
  if (mayNamePrototype(text)) dropPrototypes(value)
  if (text.includes('\\u0000') && someText(value, (each) => each.includes('\0'))) {
    throw new Problem(400, 'Texts must not contain null characters.')
  }
  if (/\\ud[89a-f]/i.test(text) && someText(value, (each) => !each.isWellFormed())) {
    throw new Problem(400, 'Texts must not contain unpaired surrogates, such as \\ud800 alone.')
  }
  return value
}

function parsed(text: string): unknown {
  try {
    return parseExact(text)
  } catch (error) {
    throw new Problem(400, `The body is not valid JSON${place(error)}.`)
  }
}

function place(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(message) ?? []
  if (line !== undefined) return `: see line ${line}, column ${column}`
  return /end of JSON|Unterminated/i.test(message) ? ': it ends too early' : ''
}

/** Whether the text may contain the name, possibly with escaped characters. */
function mayNamePrototype(text: string): boolean {
  return text.includes('__proto__') || /\\u00(?:5f|7[02]|6f|74)/i.test(text)
}

function dropPrototypes(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__')
  for (const member of Object.values(value)) dropPrototypes(member)
}

function nestsTooDeep(text: string): boolean {
  let depth = 0
  let inString = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (inString) {
      if (code === backslash) index++
      else if (code === quote) inString = false
    } else if (code === quote) inString = true
    else if (code === openBrace || code === openBracket) {
      if (++depth > maxDepth) return true
    } else if (code === closeBrace || code === closeBracket) depth--
  }
  return false
}

const quote = 34
const backslash = 92
const openBracket = 91
const closeBracket = 93
const openBrace = 123
const closeBrace = 125

/** Whether a predicate holds for any text in a value, including keys. */
function someText(value: unknown, isSo: (text: string) => boolean): boolean {
  if (typeof value === 'string') return isSo(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, member]) => isSo(name) || someText(member, isSo))
}
