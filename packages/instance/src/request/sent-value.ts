import { isRecord } from '@millwright/contract/wire/is-record'

/** Maximum depth, the same as for bodies over HTTP (docs/wire/formats.md). */
const deepest = 100

/**
 * Returns a sentence on why a JSON value from a script cannot be processed like a request's body: nesting that is too deep, null
 * characters, unpaired surrogates. Returns `null` if it can.
 */
export function sentValueProblem(sent: unknown): string | null {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: sent, depth: 0 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next
    if (typeof value === 'string') {
      const problem = textProblem(value)
      if (problem !== null) return problem
    } else if (Array.isArray(value) || isRecord(value)) {
      if (depth >= deepest) return `Bodies must not be nested deeper than ${deepest} levels.`
      for (const [name, each] of Object.entries(value)) {
        const problem = textProblem(name)
        if (problem !== null) return problem
        open.push({ value: each, depth: depth + 1 })
      }
    }
  }
  return null
}

function textProblem(text: string): string | null {
  if (text.includes('\0')) return 'Texts must not contain null characters.'
  return text.isWellFormed() ? null : 'Texts must not contain unpaired surrogates.'
}
