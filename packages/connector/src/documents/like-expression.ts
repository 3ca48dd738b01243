import type { CompareOperator } from '@millwright/contract/filter/node'
import { Problem } from '@millwright/contract/problem'

const longest = 1_000
const maxWildcards = 20

/**
 * Translates `like` and its variants into a regular expression with the text escaped. Throws a 400 for patterns that would take
 * too long.
 */
export function likeExpression(operator: CompareOperator, text: string): RegExp {
  if (text.length > longest) throw new Problem(400, `A text to search for is longer than ${longest} characters.`)
  if (operator === 'like') return likePattern(text)
  const plain = escaped(text)
  if (operator === 'starts with') return new RegExp(`^${plain}`)
  return operator === 'ends with' ? new RegExp(`${plain}$`) : new RegExp(plain)
}

function likePattern(text: string): RegExp {
  const parts = text.replace(/%{2,}/g, '%').split(/([%_])/)
  if (parts.filter((part) => part === '%').length > maxWildcards) {
    throw new Problem(400, `A pattern has at most ${maxWildcards} % signs.`)
  }
  const written = parts.map((part) => (part === '%' ? '[\\s\\S]*' : part === '_' ? '[\\s\\S]' : escaped(part)))
  return new RegExp(`^${written.join('')}$`)
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
