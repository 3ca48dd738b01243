import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseExact } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { DriverAnswer, DriverFailure, DriverRun, FromDriver } from './protocol.ts'

const longestText = 70_000
const kinds = ['thrown', 'syntax', 'memory'] as const

/** Parses a message of a process; `null` if it is invalid. A script may have written it, so nothing is taken for granted. */
function readMessage(line: string): FromDriver | null {
  try {
    const message = parseExact(line)
    if (!isRecord(message)) return null
    if (message.type === 'call') return readCall(message)
    return message.type === 'done' ? readOutcome(message) : null
  } catch {
    return null
  }
}

type Fields = Readonly<Record<string, unknown>>

function readCall({ call, verb, path, payload, headers, parameters }: Fields): FromDriver | null {
  if (typeof call !== 'number' || typeof verb !== 'string' || typeof path !== 'string') return null
  return {
    type: 'call',
    call,
    verb,
    path,
    payload: payload ?? undefined,
    headers: texts(headers),
    parameters: texts(parameters),
  }
}

function readOutcome({ ok, event, returned, error, output, last }: Fields): FromDriver {
  const end = { type: 'done', output: text(output), last: last === true } as const
  if (ok === true) return { ...end, ok, event: isRecord(event) ? event : {}, returned: returned ?? undefined }
  return { ...end, ok: false, error: readFailure(isRecord(error) ? error : {}) }
}

function readFailure({ kind, message, status, code, line }: Fields): DriverFailure {
  return {
    kind: kinds.find((each) => each === kind) ?? 'thrown',
    message: text(message),
    status: integer(status),
    code: integer(code),
    line: integer(line),
  }
}

const integer = (value: unknown) => (typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined)
const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, longestText) : '')

function texts(value: unknown): Record<string, string> {
  const entries = isRecord(value) ? Object.entries(value) : []
  return Object.fromEntries(entries.map(([name, each]) => [name, String(each)]))
}

/** A process that runs one script at a time. */
export interface ScriptProcess {
  /** Throws a `RangeError` if the message is too long. */
  send(message: DriverRun | DriverAnswer): void
  /** Sets the listener for messages, replaced for each run. */
  listen(listener: ProcessListener | null): void
  /** Resident memory in megabytes; `null` if the system does not report it. */
  memory(): number | null
  readonly alive: boolean
  kill(): void
  /** Resolves when the process has exited and its pipes are closed. */
  readonly ended: Promise<void>
}

export interface ProcessListener {
  said(message: FromDriver): void
  /** Called for an invalid or overlong message. */
  invalidMessage(why: 'long' | 'unreadable'): void
  /** `last`: the beginning of its error output. */
  ended(last: string): void
}

/** Most characters of one message. */
const longestMessage = 32 * 1024 * 1024
const longestComplaint = 8 * 1024

/** Starts a process with an empty environment and `/` as its working directory. */
export function startProcess([program = '', ...programArguments]: readonly string[]): ScriptProcess {
  const child = spawn(program, programArguments, {
    cwd: '/',
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  })
  let listener: ProcessListener | null = null
  let alive = true
  let pieces: string[] = []
  let length = 0
  let complaint = ''
  const { promise: ended, resolve } = Promise.withResolvers<void>()

  function line(text: string): void {
    const message = readMessage(text)
    if (message === null) listener?.invalidMessage('unreadable')
    else listener?.said(message)
  }

  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    const [first = '', ...more] = piece.split('\n')
    pieces.push(first)
    length += first.length
    for (const next of more) {
      const whole = pieces.join('')
      pieces = [next]
      length = next.length
      line(whole)
    }
    if (length <= longestMessage) return
    pieces = []
    length = 0
    listener?.invalidMessage('long')
  })
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    complaint = (complaint + piece).slice(0, longestComplaint)
  })
  // The `close` event reports the exit.
  for (const pipe of child.stdio) pipe?.on('error', () => undefined)
  child.on('error', end).on('close', end)
  unref(child)

  function end(): void {
    if (!alive) return
    alive = false
    resolve()
    listener?.ended(complaint)
  }

  return {
    send(message) {
      const text = JSON.stringify(message)
      if (text.length > longestMessage) throw new RangeError('The message is too long.')
      child.stdin.write(`${text}\n`)
    },
    listen(next) {
      listener = next
    },
    memory: () => (child.pid === undefined ? null : residentMegabytes(child.pid)),
    get alive() {
      return alive
    },
    kill() {
      child.kill('SIGKILL')
    },
    ended,
  }
}

/** Spare processes must not keep this process alive. */
function unref(child: ChildProcess): void {
  child.unref()
  for (const stream of [child.stdin, child.stdout, child.stderr]) {
    if (stream !== null && 'unref' in stream && typeof stream.unref === 'function') stream.unref()
  }
}

const pageSize = 4096

function residentMegabytes(pid: number): number | null {
  try {
    const [, pages = ''] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')
    return (Number(pages) * pageSize) / 1024 / 1024
  } catch {
    return null
  }
}
