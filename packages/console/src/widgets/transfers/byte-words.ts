const units = ['KB', 'MB', 'GB', 'TB'] as const
const whole = new Intl.NumberFormat()
const rough = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })

/** A number of bytes in few words: `512 B`, `1.4 MB`. Thousands, as disks are sold. */
export function byteWords(bytes: number): string {
  let value = bytes / 1000
  let at = 0
  if (value < 1) return `${whole.format(bytes)} B`
  while (value >= 999.95 && at < units.length - 1) {
    value /= 1000
    at += 1
  }
  return `${(value < 100 ? rough : whole).format(value)} ${units[at]}`
}
