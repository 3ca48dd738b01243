import type { ConfigField } from './config-field.ts'
import { type ConfigRow, heldList, heldPairs, heldRows } from './config-value.ts'

/** What is wrong with what a control holds, as a sentence under it; null when nothing is. */
export function fieldComplaint(field: ConfigField, held: unknown): string | null {
  if (field.required && isEmpty(field, held)) return `${field.label} is required.`
  switch (field.kind) {
    case 'number':
      return numberComplaint(field.label, field.whole, String(held ?? ''))
    case 'line':
    case 'area':
    case 'secret':
      return field.length !== null && String(held ?? '').length > field.length
        ? `${field.label} has at most ${field.length} characters.`
        : null
    case 'rows':
      return rowsComplaint(field.columns, heldRows(held))
    case 'pairs':
      return pairsComplaint(field.keyLabel, held)
    case 'json':
      return jsonComplaint(String(held ?? ''))
    default:
      return null
  }
}

function isEmpty(field: ConfigField, held: unknown): boolean {
  if (field.kind === 'list') return heldList(held).every((text) => text === '')
  if (Array.isArray(held)) return held.length === 0
  return held === null || held === undefined || (typeof held === 'string' && held.trim() === '')
}

function numberComplaint(label: string, whole: boolean, text: string): string | null {
  if (text === '') return null
  // A lookup key may stand where a value does.
  if (/^\{[^{}]+\}$/.test(text)) return null
  const number = Number(text)
  if (text.trim() === '' || !Number.isFinite(number)) return `${label} has to be a number.`
  return whole && !Number.isInteger(number) ? `${label} has to be a whole number.` : null
}

function rowsComplaint(columns: readonly ConfigField[], rows: readonly ConfigRow[]): string | null {
  for (const [index, row] of rows.entries()) {
    for (const column of columns) {
      const complaint = fieldComplaint(column, row.cells[column.name])
      if (complaint !== null) return `Row ${index + 1}: ${complaint}`
    }
  }
  return null
}

function pairsComplaint(keyLabel: string, held: unknown): string | null {
  const pairs = heldPairs(held)
  if (pairs.some(({ name, value }) => name === '' && value !== '')) return `${keyLabel} is required for every value.`
  const names = pairs.map(({ name }) => name).filter((name) => name !== '')
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  return twice === undefined ? null : `“${twice}” is there twice.`
}

function jsonComplaint(text: string): string | null {
  if (text === '') return null
  try {
    JSON.parse(text)
    return null
  } catch {
    return 'This is no valid JSON.'
  }
}
