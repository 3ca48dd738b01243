import { number } from './format.ts'

/**
 * A duration in milliseconds, to two or three digits: `0.42 ms`, `12 ms`, `1.31 s`, and from a minute in two units: `2 min 5 s`, `1 h 20 min`.
 * The symbols of the units are the same in all languages; numbers are in the reader's.
 */
export function durationWords(milliseconds: number): string {
  if (milliseconds < 999.5) return `${digits(milliseconds, milliseconds < 100 ? 2 : 3)} ms`
  if (milliseconds < 59_950) return `${digits(milliseconds / 1000, 3)} s`
  const seconds = Math.round(milliseconds / 1000)
  const [sixtieths, unit, sixtieth] = seconds < 3600 ? [seconds, 'min', 's'] : [Math.round(seconds / 60), 'h', 'min']
  const rest = sixtieths % 60
  return `${number((sixtieths - rest) / 60)} ${unit}${rest === 0 ? '' : ` ${rest} ${sixtieth}`}`
}

const digits = (value: number, most: number) => number(value, { maximumSignificantDigits: most })
