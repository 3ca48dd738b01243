import { isRecord } from '../../system/body.ts'

const mask = '**********'
const secretName =
  /pass(?:word|phrase|wd)?$|^pwd$|secret|token|api_?key|authorization|cookie|credential|private_?key|security_answer|^code$/i
const longestText = 2_000
const mostItems = 50
const deepest = 20

/** A JSON value without its secrets, as far as names tell them, and with nothing long in it. */
export function masked(value: unknown, depth = 0): unknown {
  if (depth > deepest) return null
  if (typeof value === 'string') return value.length > longestText ? `${value.slice(0, longestText)}…` : value
  if (Array.isArray(value)) return value.slice(0, mostItems).map((each) => masked(each, depth + 1))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      each !== null && secretName.test(name) ? mask : masked(each, depth + 1),
    ]),
  )
}
