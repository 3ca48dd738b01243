import { isRecord } from '@millwright/contract/wire/is-record'
import type { Logger } from 'pino'
import { createLogger } from '../platform/logger.ts'

export interface CapturedLog {
  readonly logger: Logger
  /** As it was written. */
  text(): string
  /** The lines for requests, in the order in which these ended. */
  requests(): Record<string, unknown>[]
  /** The line of the request with this ID. Throws where there is not exactly one. */
  request(id: string): Record<string, unknown>
}

/** A log that stays in memory, with all that can be logged. */
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
