import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FinishedCall } from '../../gateway/ports/usage.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Dialect } from '../../records/system/dialect.ts'
import type { Statements } from '../../store/store.ts'
import type { UsageStore } from '../../store/usage/usage-store.ts'
import { type Batch, Counting } from './collect/counting.ts'
import { type Bounds, usualBounds } from './collect/dictionary.ts'
import type { CallerEntry, Target } from './collect/entities.ts'
import { Fold } from './collect/fold.ts'
import { NodeWriter } from './collect/node-writer.ts'
import { Uses, writeUses } from './collect/uses.ts'
import { identifyCaller, identifyTarget, writeTotals } from './collect/write-totals.ts'
import { LogBuffer } from './log/log-buffer.ts'
import { type LogRules, writeLog } from './log/write-log.ts'
import type { AddressForm } from './resource-template.ts'

interface CollectorParts {
  readonly clock: Clock
  readonly store: () => Promise<UsageStore>
  /** How addresses of a service are made; null: there is no service of that name. */
  readonly formOf: (service: string) => AddressForm | null
  readonly log: LogRules & { readonly sample: number }
  readonly bounds?: Bounds
}

/** Rows in one transaction: who else writes waits for no longer than that takes. */
const inTransaction = 500

/** Counts calls and writes them away, by and by. */
export class Collector {
  readonly #parts: CollectorParts
  readonly #counting: Counting
  readonly #fold = new Fold()
  readonly #uses = new Uses()
  readonly #log: LogBuffer
  /** Names and callers without a number in the database. */
  readonly #unknown = { targets: new Set<Target>(), callers: new Set<CallerEntry>() }
  #writer: NodeWriter | null = null
  readonly #started: number
  #flushing: Promise<void> | null = null
  #waiting: Promise<void> | null = null
  #isClosed = false

  constructor(parts: CollectorParts) {
    this.#parts = parts
    this.#started = parts.clock()
    this.#counting = new Counting({ bounds: parts.bounds ?? usualBounds, formOf: parts.formOf })
    this.#log = new LogBuffer(parts.log.sample)
  }

  record(call: FinishedCall): void {
    // Found out each time that it is read.
    const { service } = call
    if (service === null || this.#isClosed) return
    const now = this.#parts.clock()
    const counted = this.#counting.count(call, service, Math.floor(now / 60_000), now)
    this.#log.add(call, counted, now)
  }

  /** Resolves when what was counted before is written. Throws when it cannot be; nothing is lost then. */
  flush(): Promise<void> {
    if (this.#flushing === null) {
      this.#flushing = this.#flush().finally(() => {
        this.#flushing = null
      })
      return this.#flushing
    }
    // What was counted meanwhile is not in the one under way.
    this.#waiting ??= this.#flushing
      .catch(() => undefined)
      .then(() => {
        this.#waiting = null
        return this.flush()
      })
    return this.#waiting
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.flush()
    await this.#writer?.end(this.#parts.clock())
  }

  async #flush(): Promise<void> {
    const batches = this.#counting.take()
    this.#noteUnknown(batches)
    for (const { cells } of batches) for (const { pair } of cells) this.#uses.note(pair.caller)
    await this.#fold.add(batches, nextTurn)
    const entries = this.#log.pending()
    const uses = this.#uses.pending()
    if (this.#fold.dirty.length === 0 && entries.length === 0 && uses.length === 0) return
    this.#writer ??= await NodeWriter.begin(await this.#parts.store(), this.#started, this.#parts.clock())
    await this.#identify(this.#writer)
    await this.#writeTotals(this.#writer)
    await this.#writeRest(this.#writer)
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

  async #identify(writer: NodeWriter): Promise<void> {
    const { targets, callers } = this.#unknown
    await this.#number(writer, targets, identifyTarget)
    await this.#number(writer, callers, identifyCaller)
  }

  async #number<T extends { id: number | null }>(
    writer: NodeWriter,
    unknown: Set<T>,
    identify: (each: T, dialect: Dialect, statements: Statements) => Promise<number>,
  ): Promise<void> {
    for (const part of portions([...unknown])) {
      const ids: number[] = []
      await writer.write(this.#parts.clock(), async (statements, dialect) => {
        for (const each of part) ids.push(await identify(each, dialect, statements))
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
      await writer.write(this.#parts.clock(), (statements, dialect) =>
        writeTotals(part, writer.number, dialect, statements),
      )
      for (const total of part) total.isDirty = false
      dirty.splice(0, part.length)
      await nextTurn()
    }
  }

  async #writeRest(writer: NodeWriter): Promise<void> {
    const uses = this.#uses.pending()
    for (const part of portions(uses)) {
      await writer.write(this.#parts.clock(), (statements, dialect) => writeUses(part, dialect, statements))
      this.#uses.written(part)
    }
    for (let entries = this.#log.pending(); entries.length > 0; entries = this.#log.pending()) {
      const part = entries.slice(0, inTransaction)
      await writer.write(this.#parts.clock(), (statements, dialect) =>
        writeLog(part, writer.number, this.#parts.log, dialect, statements),
      )
      this.#log.written(part.length)
      await nextTurn()
    }
  }
}

function* portions<T>(list: readonly T[]): Iterable<readonly T[]> {
  for (let at = 0; at < list.length; at += inTransaction) yield list.slice(at, at + inTransaction)
}
