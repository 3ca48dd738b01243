import { createContext, Script } from 'node:vm'
import { linearExpression, type Matches } from '../../../platform/linear-expression.ts'
import { isBlank, type MakeRule, type Rule } from './rule.ts'

/** One `@`, with something before it and a domain after it. */
const email = /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\.]+(?:\.[^\s@<>(),;:"[\]\\.]+)+$/
const longestEmail = 320

export const emailRule: MakeRule = () => (value) => {
  if (isBlank(value)) return null
  const fits = typeof value === 'string' && value.length <= longestEmail && email.test(value)
  return fits ? null : 'must be an email address.'
}

/** `sections` names parts that the URL must have: `path`, `query`. */
export const urlRule: MakeRule = ({ sections }) => {
  const demanded = JSON.stringify(sections ?? '').toLowerCase()
  const path = demanded.includes('path')
  const query = demanded.includes('query')
  return (value) => {
    if (isBlank(value)) return null
    const url = typeof value === 'string' && /^[a-z][a-z\d+.-]*:/i.test(value) ? URL.parse(value) : null
    if (url === null || url.host === '') return 'must be a URL.'
    if (path && url.pathname.length < 2) return 'must be a URL with a path.'
    return query && url.search === '' ? 'must be a URL with a query.' : null
  }
}

const unusable: Rule = () => 'has a rule that cannot be checked: its regular expression is missing or unreadable.'
const mismatch = 'does not match the required pattern.'

/** `regexp` is a Base64 encoded expression between delimiters, such as `/^\d+$/i`. */
export const matchRule: MakeRule = ({ regexp }) => {
  const matches = typeof regexp === 'string' ? expressionOf(Buffer.from(regexp, 'base64').toString()) : null
  if (matches === null) return unusable
  return (value) => (isBlank(value) || matches(String(value)) ? null : mismatch)
}

const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' }

function expressionOf(delimited: string): Matches | null {
  const trimmed = delimited.trim()
  const open = trimmed[0] ?? ''
  if (/[\w\s\\]|^$/.test(open)) return null
  const end = trimmed.lastIndexOf(closing[open] ?? open)
  const flags = trimmed.slice(end + 1)
  if (end < 1 || !/^[imsuxADU]*$/.test(flags)) return null
  const anchored = flags.includes('A') ? '^(?:' : '(?:'
  const source = `${anchored}${plainSource(trimmed.slice(1, end), open, flags.includes('x'))})`
  const known = flags.replace(/[^imsu]/g, '')
  const linear = linearExpression(source, known)
  if (linear !== null) return linear
  try {
    return inTime(new RegExp(source, known))
  } catch {
    return null
  }
}

/** Unescapes the delimiter; with `x`, removes blanks and comments from the expression. */
function plainSource(source: string, delimiter: string, extended: boolean): string {
  const plain = source.replaceAll(`\\${delimiter}`, delimiter === '/' ? '/' : `\\${delimiter}`)
  const readable = extended
    ? plain.replace(/\\.|\[(?:\\.|[^\]])*\]|#.*|\s+/g, (part) => (/^[#\s]/.test(part) ? '' : part))
    : plain
  return readable.replaceAll('\\A', '^').replace(/\\[zZ]/g, '$')
}

const patience = 200

/** Bounds the time of matching: an expression that backtracks could block the whole process. */
function inTime(expression: RegExp): Matches {
  const context = createContext({ expression, text: '' })
  const script = new Script('expression.test(text)')
  return (text) => {
    context.text = text
    try {
      return script.runInContext(context, { timeout: patience }) === true
    } catch {
      return false
    }
  }
}
