import { isRecord } from '@millwright/contract/wire/is-record'
import type { Logger } from 'pino'
import { createLogger } from '../platform/logger.ts'

export interface CapturedLog {
  readonly logger: Logger
  /** The log as it was written. */
  text(): string
  /** The log lines of requests, in the order in which they ended. */
  requests(): Record<string, unknown>[]
  /** The log line of the request with this id. Throws unless there is exactly one. */
  request(id: string): Record<string, unknown>
}

/** An in-memory log at the most detailed level. */
export function captureLog(): CapturedLog {
  const lines: string[] = []
  const logger = createLogger(
    { format: 'json', level: 'debug', files: null },
    { write: (line) => void lines.push(line) },
  )
  const requests = () =>
    lines.map((line): unknown => JSON.parse(line)).filter((line) => isRecord(line) && line.msg === 'request') as Record<
      string,
      unknown
    >[]
  return {
    logger,
    text: () => lines.join(''),
    requests,
    request(id) {
      const [line, ...more] = requests().filter((each) => each.request_id === id)
      if (line === undefined || more.length > 0) throw new Error(`${more.length + (line ? 1 : 0)} lines for ${id}`)
      return line
    },
  }
}
