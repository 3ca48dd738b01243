import type { RequestParts } from '@millwright/contract/records/request-log'

/** What a request spent time on. */
export interface RequestPart {
  readonly kind: 'script' | 'database' | 'remote'
  readonly name: string
}

interface Timed {
  readonly name: string
  readonly ms: number
}

interface SlowStatement {
  readonly service: string
  /** SQL without literal values. */
  readonly statement: string
  readonly ms: number
}

/** The tool call of an AI assistant that caused a request. */
export interface AssistantCall {
  /** Argument names. */
  readonly arguments: readonly string[]
  /** Absent: values are not stored. */
  readonly values?: Readonly<Record<string, unknown>>
  /** Whether a person confirmed it. */
  confirmed?: boolean
  /** As reported by the client. */
  readonly client_version?: string
  readonly protocol?: string
}

const maxScripts = 20
const maxStatements = 5
const longestStatement = 2_000

/** Where the time of a request was spent, in milliseconds; concurrent work counts more than once. */
export class RequestTimings {
  script = 0
  database = 0
  remote = 0
  /** Tool with which an assistant made the request; `null`: none. */
  tool: string | null = null
  /** Absent: the request was not made by an assistant. */
  assistant?: AssistantCall
  /** Number of records in the response; `null`: unknown. */
  rows: number | null = null
  #scripts: Timed[] | null = null
  #statements: SlowStatement[] | null = null

  add({ kind, name }: RequestPart, ms: number): void {
    this[kind] += ms
    if (kind !== 'script') return
    this.#scripts ??= []
    if (this.#scripts.length < maxScripts) this.#scripts.push({ name, ms: rounded(ms) })
  }

  /** `sql`: as prepared, without bound values. */
  addSlow(service: string, sql: string, ms: number): void {
    this.#statements ??= []
    if (this.#statements.length >= maxStatements) return
    this.#statements.push({ service, statement: withoutLiterals(sql).slice(0, longestStatement), ms: rounded(ms) })
  }

  /** Adds the timings of a request that was made on behalf of this one. */
  include(other: RequestTimings): void {
    this.script += other.script
    this.database += other.database
    this.remote += other.remote
    if (other.rows !== null) this.rows = (this.rows ?? 0) + other.rows
    const scripts = [...(this.#scripts ?? []), ...(other.#scripts ?? [])]
    if (scripts.length > 0) this.#scripts = scripts.slice(0, maxScripts)
    const statements = [...(this.#statements ?? []), ...(other.#statements ?? [])]
    if (statements.length > 0) this.#statements = statements.slice(0, maxStatements)
  }

  /** Returns the entry for the request log, or `null` if it would be empty. */
  parts(): RequestParts | null {
    if (this.script + this.database + this.remote === 0 && this.tool === null && this.assistant === undefined)
      return null
    return {
      ...(this.tool === null ? {} : { tool: this.tool }),
      ...this.assistant,
      ...(this.script > 0 ? { script: rounded(this.script) } : {}),
      ...(this.database > 0 ? { database: rounded(this.database) } : {}),
      ...(this.remote > 0 ? { remote: rounded(this.remote) } : {}),
      ...(this.#scripts === null ? {} : { scripts: this.#scripts }),
      ...(this.#statements === null ? {} : { statements: this.#statements }),
    }
  }
}

const rounded = (ms: number): number => Math.round(ms * 100) / 100

/** Hand-written statements may contain values as literals. */
function withoutLiterals(sql: string): string {
  return sql
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/\$(\w*)\$.*?\$\1\$/gs, '?')
    .replace(/(?<![\w$"])\d+(?:\.\d+)?(?!\w)/g, '?')
}
