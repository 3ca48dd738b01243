import type { ConfigField } from './config-field.ts'
import { type ConfigRow, heldList, heldPairs, heldRows } from './config-value.ts'
import { t } from './messages.ts'

/** The error message for a control's value, or `null` if it is valid. */
export function fieldError(field: ConfigField, held: unknown): string | null {
  if (field.required && isEmpty(field, held)) return t.isRequired({ label: field.label })
  switch (field.kind) {
    case 'number':
      return numberComplaint(field.label, field.whole, String(held ?? ''))
    case 'line':
    case 'area':
    case 'secret':
      return field.length !== null && String(held ?? '').length > field.length
        ? t.tooLong({ label: field.label, most: field.length })
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
  // A lookup key may replace any value.
  if (/^\{[^{}]+\}$/.test(text)) return null
  const number = Number(text)
  if (text.trim() === '' || !Number.isFinite(number)) return t.noNumber({ label })
  return whole && !Number.isInteger(number) ? t.noWholeNumber({ label }) : null
}

function rowsComplaint(columns: readonly ConfigField[], rows: readonly ConfigRow[]): string | null {
  for (const [index, row] of rows.entries()) {
    for (const column of columns) {
      const complaint = fieldError(column, row.cells[column.name])
      if (complaint !== null) return t.inRow({ row: index + 1, complaint })
    }
  }
  return null
}

function pairsComplaint(keyLabel: string, held: unknown): string | null {
  const pairs = heldPairs(held)
  if (pairs.some(({ name, value }) => name === '' && value !== '')) return t.keyRequired({ label: keyLabel })
  const names = pairs.map(({ name }) => name).filter((name) => name !== '')
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  return twice === undefined ? null : t.setTwice({ name: twice })
}

function jsonComplaint(text: string): string | null {
  if (text === '') return null
  try {
    JSON.parse(text)
    return null
  } catch {
    return t.noJson
  }
}
