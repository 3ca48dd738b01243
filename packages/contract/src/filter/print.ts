import type { FilterNode, FilterValue } from './node.ts'

/** Prints a filter so that every server of the wire can parse it: operands in parentheses, texts in double quotes. */
export function printFilter(node: FilterNode): string {
  switch (node.kind) {
    case 'and':
    case 'or':
      return node.operands.map((operand) => `(${printFilter(operand)})`).join(` ${node.kind} `)
    case 'not':
      return `not (${printFilter(node.operand)})`
    case 'compare':
      return `${printField(node.field)} ${node.operator} ${printValue(node.value)}`
    case 'in':
      return `${printField(node.field)} in (${node.values.map(printValue).join(',')})`
    case 'null':
      return `${printField(node.field)} is null`
  }
}

/** Puts a text in double quotes, escaping quotes and backslashes. */
export function quoteText(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

/** A field name as filters write it: in quotes unless it is a word (docs/wire/filters.md). */
export function printField(field: string): string {
  return /^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(field) && !/^not$/i.test(field) ? field : quoteText(field)
}

function printValue(value: FilterValue): string {
  if (value.kind === 'param') return `:${value.name}`
  return /^(?:-?\d+(?:\.\d+)?|true|false)$/.test(value.text) ? value.text : quoteText(value.text)
}

/**
 * The filter for a search box: any of the fields contains the text, in which `%` and `_` are wildcards. `null` if the text or the
 * fields are empty.
 */
export function searchFilter(fields: readonly string[], text: string): string | null {
  const wanted = text.trim()
  if (wanted === '' || fields.length === 0) return null
  return fields.map((field) => `(${field} like ${quoteText(`%${wanted}%`)})`).join(' or ')
}
