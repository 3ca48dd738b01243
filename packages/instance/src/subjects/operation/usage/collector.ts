import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LoggedRequest } from '@millwright/connector/connector'
import type { FinishedCall } from '../../../gateway/ports/usage.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Dialect } from '../../../records/system/dialect.ts'
import type { Statements, Store } from '../../../store/store.ts'
import type { UsageStore } from '../../../store/usage/usage-store.ts'
import type { TemplateForm } from './address-forms.ts'
import { type Batch, Counting } from './collect/counting.ts'
import { type Bounds, usualBounds } from './collect/dictionary.ts'
import type { CallerEntry, UsageTarget } from './collect/entities.ts'
import { type Loss, mergeLosses, NodeWriter, trimBacklog } from './collect/node-writer.ts'
import { Timekeeper } from './collect/timekeeper.ts'
import { Fold, identifyCaller, identifyTarget, writeTotals } from './collect/totals.ts'
import { DeniedKeys, Uses, writeUses } from './collect/uses.ts'
import { isRefused, reasonName } from './dimensions.ts'
import type { Forgotten } from './forget.ts'
import { LogBuffer } from './log/log-buffer.ts'
import { type LogRules, loggedRequest, writeLog } from './log/write-log.ts'

interface CollectorParts {
  readonly clock: Clock
  /** Monotonic milliseconds. Default: since the process started. */
  readonly elapsed?: () => number
  /** Store of the instance's records. */
  readonly records: Pick<Store, 'db'>
  readonly store: () => Promise<UsageStore>
  /** Form of a service's paths; `null`: there is no such service. */
  readonly formOf: (service: string) => TemplateForm | null
  readonly log: LogRules & { readonly sample: number; readonly isOn: boolean }
  /** Called with logged requests. */
  readonly logged?: (entries: readonly LoggedRequest[]) => void
  readonly bounds?: Bounds
}

/** Rows per transaction, to keep other writers' waits short. */
const inTransaction = 500
/** Milliseconds without writes after which the node sends a heartbeat. */
const silence = 30_000

/** Counts calls and writes the counts in the background. */
export class Collector {
  readonly #parts: CollectorParts
  readonly #time: Timekeeper
  readonly #counting: Counting
  readonly #fold = new Fold()
  readonly #uses = new Uses()
  readonly #denied = new DeniedKeys()
  readonly #log: LogBuffer
  /** Targets and callers without an id in the database. */
  readonly #unknown = { targets: new Set<UsageTarget>(), callers: new Set<CallerEntry>() }
  #writer: NodeWriter | null = null
  #started: number
  /** Time of the last write. */
  #wrote = 0
  #loss: Loss | null = null
  #flushing: Promise<void> | null = null
  #waiting: Promise<void> | null = null
  #isClosed = false

  constructor(parts: CollectorParts) {
    this.#parts = parts
    this.#time = new Timekeeper(parts.clock, parts.elapsed)
    this.#started = this.#time.now()
    this.#counting = new Counting({ bounds: parts.bounds ?? usualBounds, formOf: parts.formOf })
    this.#log = new LogBuffer(parts.log.sample)
  }

  record(call: FinishedCall): void {
    // Both are computed on each access.
    const { service, asked } = call
    if (service === null || this.#isClosed) return
    // Requests that follow the log are not recorded, as each would trigger the next.
    if (asked !== null && asked.resource === tail && service === 'system') return
    const now = this.#time.now()
    const counted = this.#counting.count(call, service, Math.floor(now / 60_000), now)
    if (this.#parts.log.isOn && call.requestor !== 'SCRIPT') this.#log.add(call, counted, now)
    if (call.caller !== null || !isRefused(counted.outcome)) return
    const key = asked?.credentials.apiKey
    if (typeof key === 'string') this.#denied.add(key, now, reasonName(counted.outcome))
  }

  /** Resolves when everything counted so far is written. Rejects if it cannot be written; what can be retained is written later. */
  flush(): Promise<void> {
    if (this.#flushing === null) {
      this.#flushing = this.#flushOrKeep().finally(() => {
        this.#flushing = null
      })
      return this.#flushing
    }
    // The active flush does not include what was counted since it began.
    this.#waiting ??= this.#flushing
      .catch(() => undefined)
      .then(() => {
        this.#waiting = null
        return this.flush()
      })
    return this.#waiting
  }

  /** Runs `work`, which anonymizes callers, while nothing is written, and counts these callers from scratch. */
  async forget<T>(what: Forgotten, work: () => Promise<T>): Promise<T> {
    await this.flush()
    while (this.#flushing !== null) await this.#flushing.catch(() => undefined)
    const done = work().then((forgotten) => {
      this.#counting.callers.forget(what)
      return forgotten
    })
    this.#flushing = done.then(nothing, nothing).finally(() => {
      this.#flushing = null
    })
    return done
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.flush()
    await this.#writer?.end(this.#time.now())
  }

  async #flushOrKeep(): Promise<void> {
    try {
      await this.#flush()
    } catch (error) {
      const { kept, loss } = trimBacklog(this.#fold.dirty, Math.floor(this.#time.now() / 60_000))
      this.#fold.dirty = kept
      this.#loss = mergeLosses(this.#loss, loss)
      throw error
    }
  }

  async #flush(): Promise<void> {
    const batches = this.#counting.take()
    this.#noteUnknown(batches)
    for (const { cells } of batches) for (const { pair } of cells) this.#uses.note(pair.caller)
    await this.#fold.add(batches, nextTurn)
    await this.#denied.resolve(this.#parts.records, this.#uses)
    if (this.#hasSomething) await this.#write()
    else await this.#sendHeartbeat()
    await this.#followClock()
  }

  get #hasSomething(): boolean {
    return this.#fold.dirty.length > 0 || this.#log.pending().length > 0 || this.#uses.pending().length > 0
  }

  async #write(): Promise<void> {
    this.#writer ??= await NodeWriter.begin(await this.#parts.store(), this.#started, this.#time.now())
    const writer = this.#writer
    await this.#number(writer, this.#unknown.targets, identifyTarget)
    await this.#number(writer, this.#unknown.callers, identifyCaller)
    await this.#writeTotals(writer)
    await this.#writeRest(writer)
    this.#wrote = this.#time.now()
    const loss = this.#loss
    if (loss === null) return
    await writer.noteGap({ ...loss, why: 'store_away' }, this.#wrote)
    this.#loss = null
  }

  /** Sends a heartbeat; a node without one counts as killed. */
  async #sendHeartbeat(): Promise<void> {
    const now = this.#time.now()
    if (this.#writer === null || now - this.#wrote < silence) return
    await this.#writer.write(now, async () => undefined)
    this.#wrote = now
  }

  /** After a clock jump, counts continue under another node number, as rows of the same hour may exist already. */
  async #followClock(): Promise<void> {
    const jump = this.#time.jump()
    if (jump !== 0) {
      const now = this.#time.now()
      const from = Math.min(now, now + jump)
      const to = Math.max(now, now + jump)
      await this.#writer?.noteGap({ from, to, lost: null, why: 'clock' }, now)
      await this.#restartCounting(now)
      this.#counting.resetMinute()
    }
    this.#time.synchronize()
  }

  /** Continues counting under an unused node number. */
  async #restartCounting(now: number): Promise<void> {
    await this.#writer?.end(now)
    this.#writer = null
    this.#started = now
    this.#fold.begin()
  }

  #noteUnknown(batches: readonly Batch[]): void {
    const { targets, callers } = this.#unknown
    for (const { cells } of batches) {
      for (const { pair } of cells) {
        for (const target of [pair.target, pair.target.whole]) if (target?.id === null) targets.add(target)
        for (const caller of [pair.caller, pair.caller.whole]) if (caller?.id === null) callers.add(caller)
      }
    }
  }

  async #number<T extends { id: number | null }>(
    writer: NodeWriter,
    unknown: Set<T>,
    identify: (each: T, dialect: Dialect, statements: Statements) => Promise<number>,
  ): Promise<void> {
    for (const part of portions([...unknown])) {
      const ids = await writer.write(this.#time.now(), async (statements, dialect) => {
        const found: number[] = []
        for (const each of part) found.push(await identify(each, dialect, statements))
        return found
      })
      for (const [at, each] of part.entries()) {
        each.id = ids[at] ?? null
        unknown.delete(each)
      }
    }
  }

  async #writeTotals(writer: NodeWriter): Promise<void> {
    const { dirty } = this.#fold
    while (dirty.length > 0) {
      const part = dirty.slice(0, inTransaction)
      await writer.write(this.#time.now(), (statements, dialect) =>
        writeTotals(part, writer.number, dialect, statements),
      )
      for (const total of part) total.isDirty = false
      dirty.splice(0, part.length)
      await nextTurn()
    }
  }

  async #writeRest(writer: NodeWriter): Promise<void> {
    for (const part of portions(this.#uses.pending())) {
      await writer.write(this.#time.now(), (statements, dialect) => writeUses(part, dialect, statements))
      this.#uses.written(part)
    }
    for (let entries = this.#log.pending(); entries.length > 0; entries = this.#log.pending()) {
      const part = entries.slice(0, inTransaction).map((entry) => loggedRequest(entry, writer.number, this.#parts.log))
      await writer.write(this.#time.now(), (statements, dialect) => writeLog(part, dialect, statements))
      this.#log.written(part.length)
      this.#parts.logged?.(part)
      await nextTurn()
    }
  }
}

const tail = 'request_log/tail'
const nothing = () => undefined

function* portions<T>(list: readonly T[]): Iterable<readonly T[]> {
  for (let at = 0; at < list.length; at += inTransaction) yield list.slice(at, at + inTransaction)
}
