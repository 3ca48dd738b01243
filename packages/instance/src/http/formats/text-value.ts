import { Problem } from '@millwright/contract/problem'
import { parseJson } from '../json.ts'

/**
 * What a text of a CSV cell or an XML element stands for: nothing when empty, true, false, null, else itself. Whoever knows
 * the field's type reads numbers and dates.
 */
export function readTextValue(text: string): string | boolean | null | undefined {
  if (text.trim() === '') return undefined
  if (text === 'true') return true
  if (text === 'false') return false
  return text === 'null' ? null : text
}

/** As {@link readTextValue}, but the cell of a relation's column holds its rows as JSON. */
export function readCell(column: string, text: string): unknown {
  if (!/._by_./.test(column) || !/^\s*[[{]/.test(text)) return readTextValue(text)
  try {
    return parseJson(text)
  } catch {
    throw new Problem(400, `The column "${column}" holds rows as JSON, and one of its cells is not valid JSON.`)
  }
}
