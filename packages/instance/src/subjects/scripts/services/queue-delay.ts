import { isRecord } from '@millwright/contract/wire/is-record'

const longestDelay = 30 * 86_400

/** Seconds that the settings of a script have its queued runs wait, by their member QUEUED_DELAY; null: it says something else. */
export function queueDelay(settings: unknown): number | null {
  const given = isRecord(settings) ? (settings.QUEUED_DELAY ?? '') : ''
  if (given === '') return 0
  const seconds = typeof given === 'string' || typeof given === 'number' ? Number(given) : Number.NaN
  return Number.isInteger(seconds) && seconds >= 0 && seconds <= longestDelay ? seconds : null
}

/** What is wrong with it, by setting. */
export function queueDelayProblem({ config }: Readonly<Record<string, unknown>>): { config: string[] } | null {
  const sentence = `QUEUED_DELAY must be a whole number of seconds, from 0 to ${longestDelay}.`
  return queueDelay(config) === null ? { config: [sentence] } : null
}
