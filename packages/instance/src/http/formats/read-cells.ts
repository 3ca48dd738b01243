import { Problem } from '@millwright/contract/problem'
import { parseJson } from '../json.ts'

const length = 32_768

/** The pieces of a long text, one after the other: it is parsed in turns between which other requests run. */
export function* slicesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length)
}

/** The text of a CSV cell or an XML element; `undefined` if it is empty. Other values are parsed later, by the field's type. */
export function readTextValue(text: string): string | undefined {
  return text.trim() === '' ? undefined : text
}

/** Values of a cell, which is parsed at once. */
const mostInCell = 50_000

/**
 * Returns a reader for the cells of one column: a relation's column contains rows as JSON, any other is read by {@link
 * readTextValue}.
 */
export function cellReader(column: string, maxValues: number): (text: string) => unknown {
  if (!/._by_./.test(column)) return readTextValue
  return (text) => {
    if (!/^\s*[[{]/.test(text)) return readTextValue(text)
    try {
      return parseJson(text, Math.min(maxValues, mostInCell))
    } catch (error) {
      if (error instanceof Problem && error.status === 413) throw error
      throw new Problem(400, `The column "${column}" holds rows as JSON, and one of its cells is not valid JSON.`)
    }
  }
}
