import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { styleText } from 'node:util'
import { isRecord } from '@millwright/contract/wire/is-record'
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino'
import type { LogSettings } from './log.ts'
import { printable } from './plain-text.ts'
import { currentRequest } from './tracing/request-context.ts'

/** Creates the log of the process (docs/operate/logs.md), on standard error by default. */
export function createLogger(
  { format, level, files }: LogSettings,
  place: DestinationStream = standardError(),
): Logger {
  const isText = format === 'text' || (format === 'auto' && process.stderr.isTTY === true)
  const shown: DestinationStream = isText ? { write: (line) => place.write(lineAsText(line)) } : place
  return pino(
    {
      level,
      timestamp: stdTimeFunctions.isoTime,
      serializers: { err: (failure: unknown) => failure },
      formatters: { level: (label) => ({ level: label }) },
      mixin: () => {
        const request = currentRequest()
        return request === undefined ? {} : { request_id: request.id }
      },
    },
    files === null ? shown : both(shown, createLogFiles(files)),
  )
}

const both = (one: DestinationStream, other: DestinationStream): DestinationStream => ({
  write(line) {
    one.write(line)
    other.write(line)
  },
})

/** Lines are buffered while an earlier write is in progress, and flushed when the process exits. */
const standardError = () => pino.destination({ fd: 2, sync: false })

const colours = { error: 'red', warn: 'yellow', info: 'green', debug: 'gray' } as const

/** Fields that are the same for all lines of a process, or are formatted separately. */
const commonFields = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'stack', 'err'])

/** Formats a JSON line for people: time, level, message, other fields, and the stack below. */
export function lineAsText(line: string): string {
  const entry: unknown = JSON.parse(line)
  if (!isRecord(entry)) return line
  const level = String(entry.level)
  const colour = Object.entries(colours).find(([name]) => name === level)?.[1] ?? 'gray'
  const painted = styleText(colour, level.toUpperCase().padEnd(5), { stream: process.stderr })
  const fields = Object.entries(entry).flatMap(([name, value]) =>
    commonFields.has(name) ? [] : [`${name}=${plain(value)}`],
  )
  const head = [String(entry.time).slice(11, 23), painted, printable(String(entry.msg ?? '')), ...fields].join(' ')
  return `${[head, ...below(entry.stack), ...causes(entry.err)].join('\n    ')}\n`
}

function causes(error: unknown): string[] {
  if (!isRecord(error)) return []
  return [`${plain(error.type)}: ${plain(error.message)}`, ...below(error.stack), ...causes(error.cause)]
}

const below = (stack: unknown) => (Array.isArray(stack) ? stack.map((line) => printable(String(line))) : [])

const plain = (value: unknown) => printable(typeof value === 'string' ? value : JSON.stringify(value))

export interface LogFilesOptions {
  /** Created when the first line is written. */
  readonly folder: string
  /** Number of days for which files are retained, including today. */
  readonly days: number
  /** Size in bytes at which the next file of the day is started. */
  readonly largest?: number
  /** Returns milliseconds since 1970. */
  readonly now?: () => number
}

const name = /^millwright-(\d{4}-\d\d-\d\d)-[\w.-]+\.\d+\.log$/
/** Maximum number of bytes that wait for a slow disk; further lines are dropped. */
const maxWaiting = 10_000_000
const oneDay = 86_400_000
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)

/**
 * Writes lines to `millwright-DAY-HOST.001.log`, `.002.log` and so on, with days in UTC, and deletes files that are too old
 * (docs/operate/logs.md). If the folder is not writable, lines are dropped; the log on standard error continues.
 */
export function createLogFiles({ folder, days, largest = 50_000_000, now = Date.now }: LogFilesOptions) {
  const host = hostname().replace(/[^\w.-]/g, '_')
  let until = 0
  let left = 0
  let file: ReturnType<typeof pino.destination> | null = null

  function begin(time: number): void {
    const day = dayOf(time)
    until = Date.parse(day) + oneDay
    left = largest
    file?.end()
    file = null
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      removeOld(time)
      const path = placeOf(day)
      left = largest - sizeOf(path)
      file = pino.destination({ dest: path, sync: false, append: true, mode: 0o600, maxLength: maxWaiting })
      file.on('error', () => undefined)
    } catch {
      // Retried the next day, or after as many bytes as a file holds.
    }
  }

  /** Returns the first file of the day that is not full. */
  function placeOf(day: string): string {
    for (let number = 1; ; number++) {
      const path = join(folder, `millwright-${day}-${host}.${String(number).padStart(3, '0')}.log`)
      if (sizeOf(path) < largest) return path
    }
  }

  function removeOld(time: number): void {
    const oldest = dayOf(time - (days - 1) * oneDay)
    for (const each of readdirSync(folder)) {
      const day = name.exec(each)?.[1]
      if (day !== undefined && day < oldest) rmSync(join(folder, each), { force: true })
    }
  }

  return {
    write(line: string): void {
      const time = now()
      if (time >= until || left <= 0 || time < until - oneDay) begin(time)
      left -= line.length
      file?.write(line)
    },
    /** Resolves when all lines so far are written. */
    async end(): Promise<void> {
      const last = file
      file = null
      until = 0
      if (last === null) return
      await new Promise<void>((resolve) => {
        for (const event of ['close', 'error'] as const) last.once(event, () => resolve())
        last.end()
      })
    },
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
