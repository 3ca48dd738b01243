import { Worker } from 'node:worker_threads'
import { TooManyBytes } from '@millwright/connector/engine/rows'
import type { DatabaseRow, Statement } from '@millwright/connector/engine/statement'
import { Semaphore } from '@millwright/connector/semaphore'
import { Problem } from '@millwright/contract/problem'
import { createLruCache } from '../../platform/cache.ts'
import type { ConnectionOptions, SqliteConnection } from './sqlite-connection.ts'
import type { SqliteValue } from './sqlite-statement.ts'

/** What a thread opens. */
export interface ReadingData {
  readonly file: string
  readonly options: Omit<ConnectionOptions, 'kind' | 'problem'>
}

export interface ReadRequest extends Pick<Statement, 'sql'> {
  readonly values: readonly SqliteValue[]
  /** Most bytes that the rows may take together. */
  readonly mostBytes: number | undefined
}

/** `failure`: the members of the error; `null`: there were too many bytes. */
export type ReadResponse = { readonly rows: DatabaseRow[] } | { readonly failure: { readonly message: string } | null }

/** Reads at the same time. */
const width = 2
/** Milliseconds that a read waits for others. */
const patience = 30_000
/** Milliseconds without a read after which threads end, which frees their memory. */
const idleTime = 60_000
const maxPlans = 500

/**
 * Runs reads of a large SQLite file in threads, as a read in this one holds all requests: those that look at more rows than they find by
 * a key, or than they return. They see what is committed.
 */
export class SqliteThreads {
  readonly #data: ReadingData
  readonly #places = new Semaphore({ width, patience, refusal: busy })
  readonly #threads = new Set<Thread>()
  readonly #isShort = createLruCache<string, boolean>(maxPlans)
  #idle: NodeJS.Timeout | undefined

  constructor(data: ReadingData) {
    this.#data = data
  }

  /** Whether a read may hold the process for long. `connection`: one to the file, to ask for the plan of the statement. */
  mayHold(connection: SqliteConnection, sql: string): boolean {
    if (!/^\s*(?:select|with)\b/i.test(sql)) return false
    let isShort = this.#isShort.get(sql)
    if (isShort === undefined) {
      const plan = connection.prepare(`EXPLAIN QUERY PLAN ${sql}`).all([])
      isShort = isShortPlan(
        plan.map(({ detail }) => String(detail)),
        sql,
      )
      this.#isShort.set(sql, isShort)
    }
    return !isShort
  }

  /** Rejects with the errors of SQLite, and with a 503 if too many reads take too long. */
  async run(request: ReadRequest): Promise<DatabaseRow[]> {
    return this.#places.run(async () => {
      clearTimeout(this.#idle)
      const thread = [...this.#threads].find(({ isFree }) => isFree) ?? this.#start()
      try {
        return await thread.read(request)
      } finally {
        if (this.#places.load.used === 1) this.#idle = setTimeout(() => this.end(), idleTime).unref()
      }
    })
  }

  /** Ends the threads, as when tables have changed, or the file is closed; further reads start others. */
  end(): void {
    clearTimeout(this.#idle)
    this.#isShort.clear()
    for (const thread of this.#threads) thread.end()
    this.#threads.clear()
  }

  #start(): Thread {
    const thread = startThread(this.#data, () => this.#threads.delete(thread))
    this.#threads.add(thread)
    return thread
  }
}

/**
 * Whether a statement finds its rows by a whole key, or reads as many in the order of an index as it returns. `details`: what EXPLAIN
 * QUERY PLAN says.
 */
function isShortPlan(details: readonly string[], sql: string): boolean {
  if (details.every((detail) => /\(rowid=\?\)$|^LIST SUBQUERY|^SCAN (?:json_each|CONSTANT ROW)/.test(detail)))
    return true
  const [only = '', ...more] = details
  const isInOrder = more.length === 0 && /^SCAN \S+(?: USING (?:COVERING )?INDEX \S+)?$/.test(only)
  return isInOrder && /\bLIMIT \d+ OFFSET 0$/.test(sql) && !/\b(?:WHERE|COUNT|GROUP|SUM|AVG|MIN|MAX)\b/.test(sql)
}

interface Thread {
  readonly isFree: boolean
  read(request: ReadRequest): Promise<DatabaseRow[]>
  /** Ends it after the read that it is at. */
  end(): void
}

function startThread(data: ReadingData, ended: () => void): Thread {
  const name = import.meta.url.endsWith('.ts') ? './sqlite-worker.ts' : './sqlite-worker.js'
  const worker = new Worker(new URL(name, import.meta.url), { workerData: data, env: {} })
  let current: PromiseWithResolvers<DatabaseRow[]> | null = null
  let isLast = false

  function finish(settle: (read: PromiseWithResolvers<DatabaseRow[]>) => void): void {
    const read = current
    current = null
    worker.unref()
    if (read !== null) settle(read)
    if (isLast) void worker.terminate()
  }

  function fail(reason: unknown): void {
    ended()
    finish(({ reject }) => reject(reason))
  }

  worker.on('message', (response: ReadResponse) =>
    finish(({ resolve, reject }) => {
      if ('rows' in response) resolve(response.rows)
      else reject(response.failure === null ? new TooManyBytes() : Object.assign(new Error(), response.failure))
    }),
  )
  worker.on('error', fail)
  worker.on('exit', () => fail(busy()))
  worker.unref()

  return {
    get isFree() {
      return current === null && !isLast
    },
    read(request) {
      const read = Promise.withResolvers<DatabaseRow[]>()
      current = read
      worker.ref()
      worker.postMessage(request)
      return read.promise
    },
    end() {
      isLast = true
      if (current === null) void worker.terminate()
    },
  }
}

function busy(): Problem {
  return new Problem(503, 'The database is busy with other requests. Please try again.')
}
