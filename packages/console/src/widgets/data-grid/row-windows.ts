import { ChangeSignal } from './change-signal.ts'
import type { GridRow, GridSource } from './grid-source.ts'

export const windowSize = 50
/** Windows that are kept: those that were shown longest ago go first. */
const mostWindows = 60
/** Milliseconds that the view has to rest before it is read for. */
const rest = 40

interface Pending {
  readonly abort: AbortController
  readonly done: Promise<void>
}

/**
 * The rows of a source, read in windows as they come into sight. It does not need to know how many there are: it goes on after
 * the last row that was read until a window is not full, or until somebody says the count.
 */
export class RowWindows {
  readonly changed = new ChangeSignal()
  readonly #source: GridSource
  readonly #windows = new Map<number, readonly GridRow[]>()
  readonly #pending = new Map<number, Pending>()
  readonly #failed = new Map<number, unknown>()
  /** Windows as they were before a refresh: shown until the new ones are there. */
  #former = new Map<number, readonly GridRow[]>()
  #count: number | null = null
  /** The place after the last row, once a window was not full. */
  #end: number | null = null
  #reached = 0
  #wanted: readonly [number, number] | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  /** `former` gives the rows that are shown until the first ones come. */
  constructor(source: GridSource, first: readonly GridRow[] | null = null, former: RowWindows | null = null) {
    this.#source = source
    if (first) this.#keep(0, first)
    else if (former) this.#former = new Map([...former.#former, ...former.#windows].filter(([window]) => window === 0))
  }

  /** What is shown answers another question, or is from before a refresh. */
  get stale(): boolean {
    return this.#windows.size === 0 && this.#former.size > 0
  }

  /** Null while nobody knows it. */
  get count(): number | null {
    return this.#end ?? this.#count
  }

  /** How many rows there is room for: as many as there are, or somewhat more than were reached. */
  get rowCount(): number {
    return this.count ?? this.#reached + windowSize
  }

  /** Whether anything was ever read. */
  get loaded(): boolean {
    return this.#windows.size > 0 || this.#former.size > 0
  }

  get busy(): boolean {
    return this.#pending.size > 0
  }

  /** Why a window in sight could not be read. */
  get problem(): unknown {
    return this.#failed.values().next().value ?? null
  }

  rowAt(index: number): GridRow | undefined {
    const window = Math.floor(index / windowSize)
    const rows = this.#windows.get(window) ?? this.#former.get(window)
    return rows?.[index - window * windowSize]
  }

  /** The row with a key, when it is at hand. */
  rowOf(key: string): GridRow | undefined {
    const place = this.placeOf(key)
    return place === null ? undefined : this.rowAt(place)
  }

  get rowsAtHand(): readonly GridRow[] {
    return [...this.#windows.values()].flat()
  }

  /** Where a row with a key stands, when it is at hand. */
  placeOf(key: string): number | null {
    for (const [window, rows] of [...this.#windows, ...this.#former]) {
      const at = rows.findIndex((row) => row.key === key)
      if (at >= 0) return window * windowSize + at
    }
    return null
  }

  /** A count from elsewhere. What was read says more. */
  setCount(count: number): void {
    this.#count = Math.max(count, this.#end === null ? this.#reached : 0)
    this.changed.tell()
  }

  /** Reads what is in sight, once the view rests; what is not any more is not waited for. */
  want(first: number, last: number): void {
    this.#wanted = [first, last]
    const wanted = windowsOf(first, Math.min(last, this.rowCount - 1))
    for (const [window, { abort }] of this.#pending) {
      if (!wanted.includes(window)) abort.abort()
    }
    clearTimeout(this.#timer)
    if (wanted.every((window) => this.#windows.has(window) || this.#failed.has(window))) return
    this.#timer = setTimeout(() => {
      for (const window of wanted) if (!this.#failed.has(window)) void this.#read(window)
    }, rest)
  }

  /** The rows from one to another, both included; those after the end are not in it. Throws what reading throws. */
  async load(first: number, last: number, signal?: AbortSignal): Promise<GridRow[]> {
    const found: GridRow[] = []
    for (const window of windowsOf(first, last)) {
      if (signal?.aborted) break
      const rows = await this.#windowOf(window, signal)
      const start = window * windowSize
      found.push(...rows.slice(Math.max(0, first - start), last - start + 1))
      if (rows.length < windowSize) break
    }
    return found
  }

  /** Reads everything anew as it comes into sight; the rows that were there stay until then, except those that are gone. */
  refresh(gone: ReadonlySet<string> = new Set()): void {
    for (const { abort } of this.#pending.values()) abort.abort()
    const known = [...this.#former, ...this.#windows]
    this.#former = new Map(known.map(([window, rows]) => [window, rows.filter(({ key }) => !gone.has(key))]))
    this.#windows.clear()
    this.#failed.clear()
    this.#end = null
    this.changed.tell()
    if (this.#wanted) this.want(...this.#wanted)
  }

  /** Tries again what could not be read. */
  retry(): void {
    const windows = [...this.#failed.keys()]
    this.#failed.clear()
    for (const window of windows) void this.#read(window)
    this.changed.tell()
  }

  /** Puts rows as the server stored them in the place of those with the same key. */
  replace(rows: ReadonlyMap<string, GridRow>): void {
    for (const [window, held] of this.#windows) {
      if (held.some(({ key }) => rows.has(key)))
        this.#windows.set(
          window,
          held.map((row) => rows.get(row.key) ?? row),
        )
    }
    this.changed.tell()
  }

  stop(): void {
    clearTimeout(this.#timer)
    for (const { abort } of this.#pending.values()) abort.abort()
  }

  #read(window: number): Promise<void> {
    if (this.#windows.has(window)) return Promise.resolve()
    const running = this.#pending.get(window)
    if (running) return running.done
    const abort = new AbortController()
    const read = async () => {
      try {
        const rows = await this.#source.read(window * windowSize, windowSize, abort.signal)
        if (abort.signal.aborted) return
        this.#failed.delete(window)
        this.#keep(window, rows)
      } catch (error) {
        if (!abort.signal.aborted) this.#failed.set(window, error)
      } finally {
        if (this.#pending.get(window)?.abort === abort) this.#pending.delete(window)
        this.changed.tell()
      }
    }
    const done = read()
    this.#pending.set(window, { abort, done })
    this.changed.tell()
    return done
  }

  /** Rows that were asked for are not given up because the view moves on. */
  async #windowOf(window: number, signal?: AbortSignal): Promise<readonly GridRow[]> {
    const held = this.#windows.get(window)
    if (held) return held
    const rows = await this.#source.read(window * windowSize, windowSize, signal ?? new AbortController().signal)
    this.#keep(window, rows)
    this.changed.tell()
    return rows
  }

  #keep(window: number, rows: readonly GridRow[]): void {
    this.#windows.delete(window)
    this.#windows.set(window, rows)
    this.#former.delete(window)
    const start = window * windowSize
    if (rows.length > 0 || start === 0) this.#reached = Math.max(this.#reached, start + rows.length)
    if (rows.length < windowSize)
      this.#end = rows.length > 0 || start === 0 ? start + rows.length : this.#endBefore(start)
    else if (this.#end !== null && start + rows.length > this.#end) this.#end = null
    if (this.#windows.size > mostWindows) {
      const [oldest] = this.#windows.keys()
      if (oldest !== undefined) this.#windows.delete(oldest)
    }
  }

  /** An empty window after a full one: the rows end between; else all that is known is that they end before. */
  #endBefore(start: number): number | null {
    if (this.#windows.get(start / windowSize - 1)?.length === windowSize) return start
    this.#count = Math.min(this.#count ?? start, start)
    return this.#end !== null && this.#end <= start ? this.#end : null
  }
}

function windowsOf(first: number, last: number): number[] {
  const windows: number[] = []
  for (let window = Math.floor(Math.max(0, first) / windowSize); window * windowSize <= last; window++)
    windows.push(window)
  return windows
}
