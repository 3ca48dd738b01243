import { useState } from 'react'
import { confirm } from '../../confirm/confirm.ts'
import { leaveQuestion, useLeaveGuard } from '../../widgets/form/editor-frame/use-leave-guard.ts'
import type { CellDraft, CellEdit, RowDraft } from '../../widgets/grid/drafts.ts'
import type { GridRecord, GridRow } from '../../widgets/grid/grid-source.ts'
import { readDataSearch } from './data-address.ts'
import { labelOf } from './field-kind.ts'
import { printValue, readValue } from './field-values.ts'
import { dataMessages } from './messages.ts'
import type { TableDescription } from './table-description.ts'
import type { OpenRecord } from './use-record-actions.ts'
import type { WireField } from './wire-table.ts'

/** Manages the input in the form of a record, which is saved, kept in the grid, or discarded after confirmation. */
export function useRecordForm({ table, model, actions, onClose }: OpenRecord, row: GridRow | null) {
  const draft = row ? model.drafts.of(row.key) : undefined
  const [base] = useState(() => row?.record ?? defaultsOf(table))
  const [typed, setTyped] = useState<TypedValues>(() => typedAtFirst(draft))
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map())
  const fields = table.fields.filter((field) => !field.is_virtual)
  const changed = fields.filter(({ name }) => typed.has(name))
  // The grid itself asks about edits that it already has.
  const ahead = fields.filter(({ name }) => typed.get(name) !== draft?.changes.get(name))
  const free = useLeaveGuard(ahead.map(labelOf), undefined, sameRecord)

  /** Moves the input to the grid as one undo step; returns the key of the row. */
  const keep = (): string => {
    const key = row?.key ?? model.drafts.add(base)
    const edited = row ?? { key, record: base }
    const before = model.drafts.of(key)?.changes
    const edits = fields.flatMap(({ name }): CellEdit[] => {
      const value = typed.get(name)
      if (value) return [{ row: edited, field: name, draft: value }]
      return before?.has(name) ? [{ row: edited, field: name, draft: null }] : []
    })
    if (edits.length > 0) model.drafts.edit(edits)
    return key
  }
  const leave = () => {
    free()
    onClose()
  }
  const close = async () => {
    if (row) {
      keep()
      return leave()
    }
    const sure =
      changed.length === 0 ||
      (await confirm({
        title: leaveQuestion(),
        action: dataMessages.discardChanges,
        cancel: dataMessages.keepEditing,
        danger: true,
      }))
    if (sure) leave()
  }
  const save = async () => {
    // Another key press would add another new row.
    if (actions.isUnderWay()) return
    const key = keep()
    const done = await actions.save(model.drafts.of(key) ? [key] : [])
    if (done) leave()
    else if (!row) {
      // Rejected input stays in the form; it is not a row of the grid yet.
      setRefusals(new Map(model.drafts.of(key)?.refusals))
      model.drafts.forget([key])
    }
  }
  const revert = () => {
    if (row) actions.revert([row.key])
    setTyped(new Map())
  }
  const remove = async () => {
    if (row && (await actions.remove([row.key]))) leave()
  }
  return {
    fields,
    base,
    typed,
    changed,
    isNew: row === null || (draft?.isNew ?? false),
    change: (field: WireField, value: CellDraft) => setTyped((now) => withValue(now, field, base, value)),
    problemOf: (name: string) => typed.get(name)?.problem ?? draft?.refusals.get(name) ?? refusals.get(name),
    /** The server's error about the record as a whole. */
    refusal: draft?.refusals.get('') ?? refusals.get(''),
    close,
    save,
    revert,
    remove,
  }
}

interface Address {
  readonly pathname: string
  readonly search: object
}

/** Whether the form stays open, as when the filter or order changes. */
function sameRecord(now: Address, next: Address): boolean {
  if (now.pathname !== next.pathname) return false
  return readDataSearch({ ...now.search }).record === readDataSearch({ ...next.search }).record
}

/** Input in a form, by field; missing fields are unchanged. */
type TypedValues = ReadonlyMap<string, CellDraft>

/** Returns the initial input of a form: pending edits from the grid. */
function typedAtFirst(draft: RowDraft | undefined): TypedValues {
  return draft?.changes ?? new Map()
}

/** Returns the initial values of a new record: literal defaults, and the values that link it to its parent record. */
function defaultsOf({ fields, given: known }: TableDescription): GridRecord {
  const defaultFields = fields.filter((field) => {
    const value = field.default
    return value !== null && value !== undefined && typeof value !== 'object' && !field.is_virtual
  })
  return { ...Object.fromEntries(defaultFields.map((field) => [field.name, defaultValue(field)])), ...known }
}

/** Parses a default, which databases return as text; one that is not a literal value is left to the database. */
function defaultValue(field: WireField): unknown {
  if (typeof field.default !== 'string') return field.default
  const reading = readValue(field, field.default)
  return 'value' in reading ? reading.value : undefined
}

/** Returns the input after setting a field. Setting the stored value removes the change. */
export function withValue(typed: TypedValues, field: WireField, base: GridRecord, value: CellDraft): TypedValues {
  const next = new Map(typed)
  if (value.problem === undefined && sameValue(field, base[field.name], value.value)) next.delete(field.name)
  else next.set(field.name, value)
  return next
}

/** Parses typed text as a value of a field. */
export function typedText(field: WireField, text: string): CellDraft {
  const reading = readValue(field, text)
  return 'problem' in reading ? { value: text, problem: reading.problem } : { value: reading.value }
}

function sameValue(field: WireField, one: unknown, other: unknown): boolean {
  const left = one ?? null
  const right = other ?? null
  if (left === null || right === null) return left === right
  return printValue(field, left) === printValue(field, right)
}
