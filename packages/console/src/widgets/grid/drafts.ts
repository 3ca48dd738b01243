import { ChangeSignal } from './change-signal.ts'
import type { GridRecord, GridRow } from './grid-source.ts'

/** The unsaved value of a cell. */
export interface CellDraft {
  readonly value: unknown
  /** Why it cannot be saved; `value` is then the typed text. */
  readonly problem?: string
}

export interface RowDraft {
  readonly key: string
  /** The stored record; for a new row, its initial values. */
  readonly base: GridRecord
  readonly isNew: boolean
  readonly changes: ReadonlyMap<string, CellDraft>
  /** Errors from the server by field after the row was rejected; `''` is the row as a whole. */
  readonly refusals: ReadonlyMap<string, string>
}

export interface CellEdit {
  readonly row: GridRow
  readonly field: string
  /** `null` restores the stored value. */
  readonly draft: CellDraft | null
}

/** Rows before and after; `undefined` without a draft. */
type Step = ReadonlyMap<string, readonly [RowDraft | undefined, RowDraft | undefined]>

/** Maximum number of undo steps. */
const remembered = 200

const none: ReadonlyMap<string, never> = new Map<string, never>()

/** All unsaved edits, with an undo and redo history. */
export class Drafts {
  readonly changed = new ChangeSignal()
  #rows: ReadonlyMap<string, RowDraft> = new Map<string, RowDraft>()
  #created: readonly GridRow[] = []
  #undo: readonly Step[] = []
  #redo: readonly Step[] = []
  #added = 0

  of(key: string): RowDraft | undefined {
    return this.#rows.get(key)
  }

  get all(): readonly RowDraft[] {
    return [...this.#rows.values()]
  }

  get size(): number {
    return this.#rows.size
  }

  /** New rows, newest last. */
  get created(): readonly GridRow[] {
    return this.#created
  }

  get canUndo(): boolean {
    return this.#undo.length > 0
  }

  get canRedo(): boolean {
    return this.#redo.length > 0
  }

  /** Cells with values that cannot be saved. */
  get problems(): readonly { readonly key: string; readonly field: string; readonly problem: string }[] {
    return this.all.flatMap(({ key, changes }) =>
      [...changes].flatMap(([field, { problem }]) => (problem === undefined ? [] : [{ key, field, problem }])),
    )
  }

  /** Records edits as one step. `added`: new rows that are part of it, created by `blank`. */
  edit(edits: readonly CellEdit[], added: readonly GridRow[] = []): void {
    const after = new Map<string, RowDraft | undefined>(added.map((row) => [row.key, newDraft(row)]))
    for (const { row, field, draft } of edits) {
      const now = after.has(row.key) ? after.get(row.key) : this.#rows.get(row.key)
      const former = now ?? { key: row.key, base: row.record, isNew: false, changes: none, refusals: none }
      const changes = new Map(former.changes)
      if (draft) changes.set(field, draft)
      else changes.delete(field)
      const refusals = former.refusals.size > 0 ? without(former.refusals, field) : former.refusals
      after.set(row.key, changes.size > 0 || former.isNew ? { ...former, changes, refusals } : undefined)
    }
    this.#take(after)
  }

  /** Creates a row with a new key, without adding it to the drafts. */
  blank(record: GridRecord = {}): GridRow {
    this.#added += 1
    return { key: `new ${this.#added}`, record }
  }

  /** Adds a new row and returns its key. */
  add(record: GridRecord): string {
    const row = this.blank(record)
    this.edit([], [row])
    return row.key
  }

  /** Discards the edits of these rows, as a step that can be undone. */
  revert(keys: readonly string[]): void {
    this.#take(new Map(keys.map((key) => [key, undefined])))
  }

  /**
   * Clears the edits of rows that are stored now; `rows`: as stored, by the key under which they were sent. What was changed since then
   * stays, as one step that changes the stored rows.
   */
  stored(sent: readonly RowDraft[], rows: ReadonlyMap<string, GridRow>): void {
    const later = sent.flatMap((draft) => {
      const row = rows.get(draft.key)
      return row ? editsSince(draft, this.#rows.get(draft.key), row) : []
    })
    this.forget([...rows.keys()])
    if (later.length > 0) this.edit(later)
  }

  /** Clears the edits and undo steps of these rows. */
  forget(keys: readonly string[]): void {
    const gone = new Set(keys)
    const left = new Map([...this.#rows].filter(([key]) => !gone.has(key)))
    const untouched = (steps: readonly Step[]) => steps.filter((step) => ![...step.keys()].some((key) => gone.has(key)))
    this.#undo = untouched(this.#undo)
    this.#redo = untouched(this.#redo)
    this.#set(left)
  }

  /** Rebases drafts on the currently stored rows. */
  rebase(rows: ReadonlyMap<string, GridRow>): void {
    if (rows.size === 0) return
    this.#set(
      new Map(
        [...this.#rows].map(([key, draft]) => [key, { ...draft, base: rows.get(key)?.record ?? draft.base }] as const),
      ),
    )
  }

  /** Sets the server's errors by key and field. */
  refuse(refusals: ReadonlyMap<string, ReadonlyMap<string, string>>): void {
    const rows = new Map(this.#rows)
    for (const [key, draft] of rows) rows.set(key, { ...draft, refusals: refusals.get(key) ?? none })
    this.#set(rows)
  }

  clear(): void {
    this.#undo = []
    this.#redo = []
    this.#set(new Map())
  }

  /** Returns the keys of the changed rows. */
  undo(): readonly string[] {
    const step = this.#undo.at(-1)
    if (!step) return []
    this.#undo = this.#undo.slice(0, -1)
    this.#redo = [...this.#redo, step]
    return this.#apply(step, 0)
  }

  redo(): readonly string[] {
    const step = this.#redo.at(-1)
    if (!step) return []
    this.#redo = this.#redo.slice(0, -1)
    this.#undo = [...this.#undo, step]
    return this.#apply(step, 1)
  }

  #take(after: ReadonlyMap<string, RowDraft | undefined>): void {
    const step = new Map([...after].map(([key, draft]) => [key, [this.#rows.get(key), draft] as const]))
    if (![...step.values()].some(([before, now]) => before !== now)) return
    this.#undo = [...this.#undo, step].slice(-remembered)
    this.#redo = []
    this.#apply(step, 1)
  }

  #apply(step: Step, side: 0 | 1): readonly string[] {
    const rows = new Map(this.#rows)
    for (const [key, sides] of step) {
      const draft = sides[side]
      if (draft) rows.set(key, draft)
      else rows.delete(key)
    }
    this.#set(rows)
    return [...step.keys()]
  }

  #set(rows: ReadonlyMap<string, RowDraft>): void {
    this.#rows = rows
    this.#created = [...rows.values()]
      .filter(({ isNew }) => isNew)
      .map(({ key, base }) => ({ key, record: base }))
      .sort((a, b) => numberOf(a.key) - numberOf(b.key))
    this.changed.emit()
  }
}

function newDraft({ key, record }: GridRow): RowDraft {
  return { key, base: record, isNew: true, changes: none, refusals: none }
}

/** The edits that were made after a row was sent, as edits of the stored row; what was taken back is changed back. */
function editsSince(sent: RowDraft, now: RowDraft | undefined, row: GridRow): readonly CellEdit[] {
  // The addition was taken back, or the row cannot be found again because its table has no key.
  if (sent.isNew && (now === undefined || row.key === sent.key)) return []
  const changes = now?.changes ?? none
  const changed = [...changes].filter(([field, draft]) => draft !== sent.changes.get(field))
  const takenBack = [...sent.changes.keys()].filter((field) => !changes.has(field))
  return [
    ...changed.map(([field, draft]) => ({ row, field, draft })),
    ...takenBack.map((field) => ({ row, field, draft: { value: sent.base[field] ?? null } })),
  ]
}

/** The record as displayed: edited values override stored ones. */
export function draftedRecord(row: GridRow, draft: RowDraft | undefined): GridRecord {
  if (!draft || draft.changes.size === 0) return row.record
  return { ...row.record, ...Object.fromEntries([...draft.changes].map(([field, { value }]) => [field, value])) }
}

function without(map: ReadonlyMap<string, string>, field: string): ReadonlyMap<string, string> {
  return new Map([...map].filter(([name]) => name !== field && name !== ''))
}

function numberOf(key: string): number {
  return Number(key.slice('new '.length))
}
