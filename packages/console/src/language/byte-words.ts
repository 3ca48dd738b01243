import { number } from './format.ts'

const prefixes = ['', 'kilo', 'mega', 'giga', 'tera']

/**
 * A count of bytes in the unit that leaves less than a thousand of it, to one decimal place: `512 bytes`, `1.4 MB`. The units are decimal,
 * as those of disks, networks and most file managers: 1 kB is 1000 bytes. Number and unit are in the reader's language.
 */
export function formatBytes(bytes: number): string {
  let [value, at] = [bytes, 0]
  // What would round to 1,000 of a unit is 1 of the next.
  while (value >= 999.95 && at < prefixes.length - 1) {
    value /= 1000
    at += 1
  }
  return number(value, {
    style: 'unit',
    unit: `${prefixes[at]}byte`,
    unitDisplay: at === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  })
}
