import { styleText } from 'node:util'
import { isRecord } from '@millwright/contract/wire/is-record'
import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino'
import { createLogFiles } from './log-files.ts'
import type { LogSettings } from './log-settings.ts'
import { printable } from './printable.ts'
import { currentRequest } from './tracing/request-context.ts'

/** Creates the log of the process (docs/operate/logs.md), on standard error by default. */
export function createLogger(
  { format, level, files }: LogSettings,
  place: DestinationStream = standardError(),
): Logger {
  const isText = format === 'text' || (format === 'auto' && process.stderr.isTTY === true)
  const shown: DestinationStream = isText ? { write: (line) => place.write(textOf(line)) } : place
  return pino(
    {
      level,
      timestamp: stdTimeFunctions.isoTime,
      serializers: { err: (told: unknown) => told },
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
export function textOf(line: string): string {
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
