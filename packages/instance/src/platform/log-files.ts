import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'

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
