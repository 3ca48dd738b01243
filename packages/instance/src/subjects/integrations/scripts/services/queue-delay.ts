import { isRecord } from '@millwright/contract/wire/is-record'

const longestDelay = 30 * 86_400

/** Seconds by which the setting QUEUED_DELAY of a script delays queued runs; `null`: invalid. */
export function queueDelay(settings: unknown): number | null {
  const given = isRecord(settings) ? (settings.QUEUED_DELAY ?? '') : ''
  if (given === '') return 0
  const seconds = typeof given === 'string' || typeof given === 'number' ? Number(given) : Number.NaN
  return Number.isInteger(seconds) && seconds >= 0 && seconds <= longestDelay ? seconds : null
}

/** Validation messages, by setting. */
export function queueDelayProblem({ config }: Readonly<Record<string, unknown>>): { config: string[] } | null {
  const sentence = `QUEUED_DELAY must be a whole number of seconds, from 0 to ${longestDelay}.`
  return queueDelay(config) === null ? { config: [sentence] } : null
}
