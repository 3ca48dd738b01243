import { secretMask } from '@millwright/contract/records/lookup'
import { allVerbs } from '@millwright/contract/verbs'
import type { ConfigField } from './config-field.ts'
import { t } from './messages.ts'

/** A name and value of a map setting. `key` identifies the row while it is edited. */
export interface ConfigPair {
  readonly key: number
  readonly name: string
  readonly value: string
  /** The stored value if it is not text; preserved until the text changes. */
  readonly stored?: unknown
}

/** A row of a table setting. */
export interface ConfigRow {
  readonly key: number
  readonly cells: Readonly<Record<string, unknown>>
  /** Members of the stored row that no column shows. */
  readonly rest: Readonly<Record<string, unknown>>
}

/**
 * Converts a stored value to what its control edits: text for lines and numbers, a boolean, a verb mask, a list. The mask of a stored
 * secret stays as it is.
 */
export function formValue(field: ConfigField, stored: unknown): unknown {
  switch (field.kind) {
    case 'flag':
      return stored === true || stored === 1 || stored === '1' || stored === 'true'
    case 'verbs':
      return typeof stored === 'number' ? stored : 0
    case 'choice':
    case 'record':
      return stored ?? null
    case 'choices':
      return namesOf(stored)
    case 'list':
      return Array.isArray(stored) ? stored.map(settingText) : []
    case 'rows':
      return Array.isArray(stored) ? stored.map((row: unknown, key) => rowOf(field.columns, row, key)) : []
    case 'pairs':
      return pairsOf(stored)
    case 'number':
      return typeof stored === 'number' || typeof stored === 'string' ? String(stored) : ''
    case 'json':
      return stored === null || stored === undefined ? '' : JSON.stringify(stored, null, 2)
    default:
      return settingText(stored)
  }
}

/** The initial value of a control for a new service: the default of the setting. */
export function firstValue(field: ConfigField): unknown {
  return formValue(field, field.default)
}

/** Converts a control's value for sending; requires that `fieldError` returned `null`. */
export function wireValue(field: ConfigField, held: unknown): unknown {
  switch (field.kind) {
    case 'flag':
    case 'verbs':
    case 'choice':
    case 'choices':
    case 'record':
      return held
    case 'number':
      return numberOf(settingText(held))
    case 'list':
      return heldList(held).filter((text) => text !== '')
    case 'rows':
      return heldRows(held).map((row) => wireRow(field.columns, row))
    case 'pairs':
      return Object.fromEntries(
        heldPairs(held)
          .filter(({ name }) => name !== '')
          .map(({ name, value, stored }) => [
            name,
            stored !== undefined && settingText(stored) === value ? stored : value,
          ]),
      )
    case 'json':
      return held === '' ? null : JSON.parse(String(held))
    default:
      return held === '' ? null : held
  }
}

export const isStoredSecret = (held: unknown): boolean => held === secretMask

/** Removes masks of stored secrets from a control's value. */
export function withoutSecrets(held: unknown): unknown {
  if (isStoredSecret(held)) return ''
  if (!Array.isArray(held)) return held
  return held.map((one: unknown) => {
    if (typeof one !== 'object' || one === null || !('cells' in one)) return one
    const cells = Object.entries(one.cells ?? {}).map(([name, cell]) => [name, isStoredSecret(cell) ? '' : cell])
    return { ...one, cells: Object.fromEntries(cells) }
  })
}

export function newRow(columns: readonly ConfigField[], rows: readonly ConfigRow[]): ConfigRow {
  const cells = columns.map((column) => [
    column.name,
    column.kind === 'verbs' ? column.default || allVerbs : firstValue(column),
  ])
  return { key: nextKey(rows), cells: Object.fromEntries(cells), rest: {} }
}

export function nextKey(rows: readonly { readonly key: number }[]): number {
  return Math.max(-1, ...rows.map(({ key }) => key)) + 1
}

export function heldRows(held: unknown): readonly ConfigRow[] {
  return Array.isArray(held) ? held : []
}

export function heldPairs(held: unknown): readonly ConfigPair[] {
  return Array.isArray(held) ? held : []
}

export function heldList(held: unknown): readonly string[] {
  return Array.isArray(held) ? held.map(settingText) : []
}

export function settingText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Keeps a lookup key such as `{port}` as text. */
function numberOf(text: string): number | string | null {
  if (text === '') return null
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}

/** A list of names, which some servers store as one text. */
function namesOf(stored: unknown): unknown[] {
  if (Array.isArray(stored)) return stored
  return typeof stored === 'string' && stored !== '' ? stored.split(',').map((name) => name.trim()) : []
}

function rowOf(columns: readonly ConfigField[], stored: unknown, key: number): ConfigRow {
  const row: Record<string, unknown> = typeof stored === 'object' && stored !== null ? { ...stored } : {}
  const cells: Record<string, unknown> = {}
  for (const column of columns) {
    cells[column.name] = formValue(column, row[column.name])
    delete row[column.name]
  }
  return { key, cells, rest: row }
}

function wireRow(columns: readonly ConfigField[], { cells, rest }: ConfigRow): Record<string, unknown> {
  const values = columns.map((column) => [column.name, wireValue(column, cells[column.name])])
  return { ...rest, ...Object.fromEntries(values) }
}

function pairsOf(stored: unknown): readonly ConfigPair[] {
  if (typeof stored !== 'object' || stored === null) return []
  const entries = Array.isArray(stored) ? stored.flatMap(pairEntry) : Object.entries(stored)
  return entries.map(([name, value], key) => ({
    key,
    name,
    value: settingText(value),
    ...(typeof value !== 'string' && { stored: value }),
  }))
}

/** Some servers send a map as a list of `{key, value}`. */
function pairEntry(entry: unknown): [string, unknown][] {
  if (typeof entry !== 'object' || entry === null || !('key' in entry)) return []
  return [[settingText(entry.key), 'value' in entry ? entry.value : '']]
}

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
