import { ChangeSignal } from './change-signal.ts'
import type { GridRecord, GridRow } from './grid-source.ts'

/** What stands in a cell and is not saved yet. */
export interface CellDraft {
  readonly value: unknown
  /** Why it cannot be saved; then `value` is the text as it was typed. */
  readonly problem?: string
}

export interface RowDraft {
  readonly key: string
  /** As the server has it; of a new row, what it begins with. */
  readonly base: GridRecord
  readonly isNew: boolean
  readonly changes: ReadonlyMap<string, CellDraft>
  /** What the server said about its cells when it refused the row; `''` is the row as a whole. */
  readonly refusals: ReadonlyMap<string, string>
}

export interface CellEdit {
  readonly row: GridRow
  readonly field: string
  /** Null: as it is stored. */
  readonly draft: CellDraft | null
}

/** Rows before and after; undefined: there was no draft. */
type Step = ReadonlyMap<string, readonly [RowDraft | undefined, RowDraft | undefined]>

/** Steps that can be taken back. */
const remembered = 200

const none: ReadonlyMap<string, never> = new Map<string, never>()

/** Everything that was edited and not saved, with a way back and forth through the steps that led there. */
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

  /** New rows, the newest last. */
  get created(): readonly GridRow[] {
    return this.#created
  }

  get canUndo(): boolean {
    return this.#undo.length > 0
  }

  get canRedo(): boolean {
    return this.#redo.length > 0
  }

  /** Cells that cannot be saved as they are. */
  get problems(): readonly { readonly key: string; readonly field: string; readonly problem: string }[] {
    return this.all.flatMap(({ key, changes }) =>
      [...changes].flatMap(([field, { problem }]) => (problem === undefined ? [] : [{ key, field, problem }])),
    )
  }

  /** One step, however many cells; `added`: rows that begin with it, from `blank`. */
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

  /** A row with a key of its own, which is not among the drafts yet. */
  blank(record: GridRecord = {}): GridRow {
    this.#added += 1
    return { key: `new ${this.#added}`, record }
  }

  /** A row that is not there yet; answers its key. */
  add(record: GridRecord): string {
    const row = this.blank(record)
    this.edit([], [row])
    return row.key
  }

  /** Gives up what was typed in these rows, as a step that can be taken back. */
  revert(keys: readonly string[]): void {
    this.#take(new Map(keys.map((key) => [key, undefined])))
  }

  /** These rows are stored: there is nothing left to save or to take back in them. */
  saved(keys: readonly string[]): void {
    const gone = new Set(keys)
    const left = new Map([...this.#rows].filter(([key]) => !gone.has(key)))
    const untouched = (steps: readonly Step[]) => steps.filter((step) => ![...step.keys()].some((key) => gone.has(key)))
    this.#undo = untouched(this.#undo)
    this.#redo = untouched(this.#redo)
    this.#set(left)
  }

  /** Lets drafts stand on the rows as they are stored now. */
  rebase(rows: ReadonlyMap<string, GridRow>): void {
    if (rows.size === 0) return
    this.#set(
      new Map(
        [...this.#rows].map(([key, draft]) => [key, { ...draft, base: rows.get(key)?.record ?? draft.base }] as const),
      ),
    )
  }

  /** Notes what the server said about rows, by key and field. */
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

  /** Answers the keys of the rows that changed. */
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
    this.changed.tell()
  }
}

function newDraft({ key, record }: GridRow): RowDraft {
  return { key, base: record, isNew: true, changes: none, refusals: none }
}

/** The record as it is shown: with what was typed in place of what is stored. */
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
