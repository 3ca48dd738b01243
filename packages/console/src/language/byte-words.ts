import { number } from './format.ts'

const units = ['KB', 'MB', 'GB', 'TB'] as const

/** Formats a byte count briefly, with decimal units: `512 B`, `1.4 MB`. */
export function formatBytes(bytes: number): string {
  let value = bytes / 1000
  let at = 0
  if (value < 1) return `${number(bytes)} B`
  while (value >= 999.95 && at < units.length - 1) {
    value /= 1000
    at += 1
  }
  return `${number(value, { maximumFractionDigits: value < 100 ? 1 : 0 })} ${units[at]}`
}
