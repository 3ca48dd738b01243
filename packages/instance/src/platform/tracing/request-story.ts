import type { RequestParts } from '@millwright/contract/records/request-log'

/** What the time of a request went to. */
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
  /** Without values. */
  readonly statement: string
  readonly ms: number
}

/** How an assistant asked for what a request is. */
export interface AssistantCall {
  /** Names alone. */
  readonly arguments: readonly string[]
  /** Absent: they are not kept. */
  readonly values?: Readonly<Record<string, unknown>>
  /** Whether a person agreed to it. */
  confirmed?: boolean
  /** As it says itself. */
  readonly client_version?: string
  readonly protocol?: string
}

const mostScripts = 20
const mostStatements = 5
const longestStatement = 2_000

/** Where the time of a request goes, in milliseconds: what is done at the same time counts more than once. */
export class RequestStory {
  script = 0
  database = 0
  remote = 0
  /** What an assistant called that made the request; null: none did. */
  tool: string | null = null
  /** Absent: no assistant asked. */
  assistant?: AssistantCall
  /** Records of the answer; null: not known. */
  rows: number | null = null
  #scripts: Timed[] | null = null
  #statements: SlowStatement[] | null = null

  add({ kind, name }: RequestPart, ms: number): void {
    this[kind] += ms
    if (kind !== 'script') return
    this.#scripts ??= []
    if (this.#scripts.length < mostScripts) this.#scripts.push({ name, ms: rounded(ms) })
  }

  /** `sql`: as it was prepared, its values apart. */
  addSlow(service: string, sql: string, ms: number): void {
    this.#statements ??= []
    if (this.#statements.length >= mostStatements) return
    this.#statements.push({ service, statement: withoutLiterals(sql).slice(0, longestStatement), ms: rounded(ms) })
  }

  /** What a request went to that was made for this one. */
  include(other: RequestStory): void {
    this.script += other.script
    this.database += other.database
    this.remote += other.remote
    if (other.rows !== null) this.rows = (this.rows ?? 0) + other.rows
    const scripts = [...(this.#scripts ?? []), ...(other.#scripts ?? [])]
    if (scripts.length > 0) this.#scripts = scripts.slice(0, mostScripts)
    const statements = [...(this.#statements ?? []), ...(other.#statements ?? [])]
    if (statements.length > 0) this.#statements = statements.slice(0, mostStatements)
  }

  /** As the request log has it; null: there is nothing to tell. */
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

/** Of statements that people wrote: theirs may have values in them. */
function withoutLiterals(sql: string): string {
  return sql
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/\$(\w*)\$.*?\$\1\$/gs, '?')
    .replace(/(?<![\w$"])\d+(?:\.\d+)?(?!\w)/g, '?')
}
