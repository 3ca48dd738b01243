import { isRecord } from '../../system/body.ts'
import type { EventValue } from '../events/event-value.ts'

const mask = '**********'
const secretName =
  /pass(?:word|phrase|wd)?$|^pwd$|secret|token|api_?key|authorization|cookie|credential|private_?key|security_answer|^code$/i
/** Whatever its name is, as in a `session_id`. */
const sessionToken = /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/
const longestText = 2_000
const mostItems = 50
const deepest = 20

/** A JSON value without its secrets, as far as names tell them, and with nothing long in it. */
export function masked(value: unknown, depth = 0): unknown {
  if (depth > deepest) return null
  if (typeof value === 'string' && sessionToken.test(value)) return mask
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

/** An event in that form; the text of its body says what is left of it. */
export function maskedEvent(event: EventValue): unknown {
  const shown = masked(event)
  if (!isRecord(shown) || !isRecord(shown.request)) return shown
  const { payload } = shown.request
  const content = payload === null || payload === undefined ? null : JSON.stringify(payload)
  return { ...shown, request: { ...shown.request, content } }
}
