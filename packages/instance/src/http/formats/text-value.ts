import { Problem } from '@millwright/contract/problem'
import { parseJson } from '../json.ts'

/** The text of a CSV cell or an XML element; nothing when it is empty. Whoever knows the field's type reads more from it. */
export function readTextValue(text: string): string | undefined {
  return text.trim() === '' ? undefined : text
}

/** Reads the cells of one column: of a relation's column their rows as JSON, of any other as {@link readTextValue} does. */
export function cellReader(column: string): (text: string) => unknown {
  if (!/._by_./.test(column)) return readTextValue
  return (text) => {
    if (!/^\s*[[{]/.test(text)) return readTextValue(text)
    try {
      return parseJson(text)
    } catch {
      throw new Problem(400, `The column "${column}" holds rows as JSON, and one of its cells is not valid JSON.`)
    }
  }
}
