import { quoteText } from './print.ts'

/**
 * The filter for a search box: any of the fields contains the text, in which `%` and `_` are wildcards. `null` if the text or the
 * fields are empty.
 */
export function searchFilter(fields: readonly string[], text: string): string | null {
  const wanted = text.trim()
  if (wanted === '' || fields.length === 0) return null
  return fields.map((field) => `(${field} like ${quoteText(`%${wanted}%`)})`).join(' or ')
}
