import { ChangeSignal } from './change-signal.ts'
import type { GridRow, GridSource } from './grid-source.ts'

export const windowSize = 50
/** Maximum number of cached windows; the least recently shown are evicted first. */
const maxWindows = 60
/** Milliseconds without scrolling before rows are loaded. */
const rest = 40

interface Pending {
  readonly abort: AbortController
  readonly done: Promise<void>
}

/**
 * The rows of a source, loaded in windows as they become visible. Their number need not be known: the list continues after the last loaded
 * row until a window is not full, or a count is set.
 */
export class RowWindows {
  readonly changed = new ChangeSignal()
  readonly #source: GridSource
  readonly #windows = new Map<number, readonly GridRow[]>()
  readonly #pending = new Map<number, Pending>()
  readonly #failed = new Map<number, unknown>()
  /** Windows from before a refresh, shown until the new ones are loaded. */
  #former = new Map<number, readonly GridRow[]>()
  #count: number | null = null
  /** The position after the last row, known once a window was not full. */
  #end: number | null = null
  #reached = 0
  #wanted: readonly [number, number] | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  /** `former` provides the rows that are shown until the first ones are loaded. */
  constructor(source: GridSource, first: readonly GridRow[] | null = null, former: RowWindows | null = null) {
    this.#source = source
    if (first) this.#store(0, first)
    else if (former) this.#former = new Map([...former.#former, ...former.#windows].filter(([window]) => window === 0))
  }

  /** Whether the shown rows belong to another query, or are from before a refresh. */
  get stale(): boolean {
    return this.#windows.size === 0 && this.#former.size > 0
  }

  /** `null` if unknown. */
  get count(): number | null {
    return this.#end ?? this.#count
  }

  /** Number of rows to reserve room for: their count, or somewhat more than were reached. */
  get rowCount(): number {
    return this.count ?? this.#reached + windowSize
  }

  /** Whether any rows are available. */
  get loaded(): boolean {
    return this.#windows.size > 0 || this.#former.size > 0
  }

  get busy(): boolean {
    return this.#pending.size > 0
  }

  /** Why a visible window failed to load. */
  get problem(): unknown {
    return this.#failed.values().next().value ?? null
  }

  rowAt(index: number): GridRow | undefined {
    const window = Math.floor(index / windowSize)
    const rows = this.#windows.get(window) ?? this.#former.get(window)
    return rows?.[index - window * windowSize]
  }

  /** The row with a key, if it is loaded. */
  rowOf(key: string): GridRow | undefined {
    const place = this.placeOf(key)
    return place === null ? undefined : this.rowAt(place)
  }

  get rowsAtHand(): readonly GridRow[] {
    return [...this.#windows.values()].flat()
  }

  /** The position of the row with a key, if it is loaded. */
  placeOf(key: string): number | null {
    for (const [window, rows] of [...this.#windows, ...this.#former]) {
      const at = rows.findIndex((row) => row.key === key)
      if (at >= 0) return window * windowSize + at
    }
    return null
  }

  /** Sets a count from another request. Loaded rows take precedence. */
  setCount(count: number): void {
    this.#count = Math.max(count, this.#end === null ? this.#reached : 0)
    this.changed.emit()
  }

  /** Loads the visible rows after scrolling stops; aborts loads that are no longer visible. */
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

  /** The rows in an inclusive range, up to the end of the source. Rejects with the source's error. */
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

  /** Reloads all rows as they become visible; old rows stay until then, except deleted ones. */
  refresh(gone: ReadonlySet<string> = new Set()): void {
    for (const { abort } of this.#pending.values()) abort.abort()
    const known = [...this.#former, ...this.#windows]
    this.#former = new Map(known.map(([window, rows]) => [window, rows.filter(({ key }) => !gone.has(key))]))
    this.#windows.clear()
    this.#failed.clear()
    this.#end = null
    this.changed.emit()
    if (this.#wanted) this.want(...this.#wanted)
  }

  /** Retries failed windows. */
  retry(): void {
    const windows = [...this.#failed.keys()]
    this.#failed.clear()
    for (const window of windows) void this.#read(window)
    this.changed.emit()
  }

  /** Replaces rows with the stored ones of the same key. */
  replace(rows: ReadonlyMap<string, GridRow>): void {
    for (const [window, held] of this.#windows) {
      if (held.some(({ key }) => rows.has(key)))
        this.#windows.set(
          window,
          held.map((row) => rows.get(row.key) ?? row),
        )
    }
    this.changed.emit()
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
        this.#store(window, rows)
      } catch (error) {
        if (!abort.signal.aborted) this.#failed.set(window, error)
      } finally {
        if (this.#pending.get(window)?.abort === abort) this.#pending.delete(window)
        this.changed.emit()
      }
    }
    const done = read()
    this.#pending.set(window, { abort, done })
    this.changed.emit()
    return done
  }

  /** Explicitly requested rows are not aborted when the view moves on. */
  async #windowOf(window: number, signal?: AbortSignal): Promise<readonly GridRow[]> {
    const held = this.#windows.get(window)
    if (held) return held
    const rows = await this.#source.read(window * windowSize, windowSize, signal ?? new AbortController().signal)
    this.#store(window, rows)
    this.changed.emit()
    return rows
  }

  #store(window: number, rows: readonly GridRow[]): void {
    this.#windows.delete(window)
    this.#windows.set(window, rows)
    this.#former.delete(window)
    const start = window * windowSize
    if (rows.length > 0 || start === 0) this.#reached = Math.max(this.#reached, start + rows.length)
    if (rows.length < windowSize)
      this.#end = rows.length > 0 || start === 0 ? start + rows.length : this.#endBefore(start)
    else if (this.#end !== null && start + rows.length > this.#end) this.#end = null
    if (this.#windows.size > maxWindows) {
      const [oldest] = this.#windows.keys()
      if (oldest !== undefined) this.#windows.delete(oldest)
    }
  }

  /** For an empty window after a full one, the rows end between the two; otherwise they are only known to end before it. */
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
