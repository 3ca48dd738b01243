import { t } from './messages.ts'

/** A duration in milliseconds, to about two digits; empty while it is in progress. */
export function durationText(duration: number | null): string {
  if (duration === null) return ''
  if (duration < 1000) return t.milliseconds({ count: Math.round(duration) })
  if (duration < 60_000) return t.seconds({ count: duration / 1000 })
  const seconds = Math.round(duration / 1000)
  return t.minutes({ minutes: Math.floor(seconds / 60), seconds: seconds % 60 })
}
