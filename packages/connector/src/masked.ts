import { secretMask } from '@millwright/contract/records/lookup'
import { ExactNumber } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'

/** Names of members whose values are secret. */
export const secretName =
  /pass(?:word|phrase|wd)?$|^pwd$|secret|token|api_?key|authorization|cookie|credential|private_?key|security_answer|^code$/i
/** Matches by value, as members such as `session_id` can hold one. */
const sessionToken = /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/
const longestText = 2_000
const maxItems = 50
const deepest = 20
/** Most members and items of all depths in one event. */
export const maxValues = 5_000

/** The event with secrets masked by name and long values truncated; `content` is rebuilt from the masked payload. */
export function maskedEvent(event: Readonly<Record<string, unknown>>): unknown {
  const shown = masked(event)
  if (!isRecord(shown) || !isRecord(shown.request)) return shown
  const { payload } = shown.request
  const content = payload === null || payload === undefined ? null : JSON.stringify(payload)
  return { ...shown, request: { ...shown.request, content } }
}

/** Limits of a shown value: characters of a text, items of a list, members and items of all depths. */
interface MaskLimits {
  readonly text: number
  readonly items: number
  readonly values: number
}

const little: MaskLimits = { text: longestText, items: maxItems, values: maxValues }

/** Masks secrets in a JSON value and truncates it. */
export function masked(whole: unknown, { text, items, values }: MaskLimits = little): unknown {
  let room = values
  const walk = (value: unknown, depth: number): unknown => {
    room -= 1
    if (depth > deepest || room < 0) return null
    if (typeof value === 'string' && sessionToken.test(value)) return secretMask
    if (typeof value === 'string') return value.length > text ? `${value.slice(0, text)}…` : value
    if (Array.isArray(value)) return value.slice(0, items).map((each) => walk(each, depth + 1))
    if (!isRecord(value) || value instanceof ExactNumber) return value
    const shown: [string, unknown][] = []
    for (const [name, each] of Object.entries(value)) {
      if (room <= 0) break
      shown.push([name, each !== null && secretName.test(name) ? secretMask : walk(each, depth + 1)])
    }
    return Object.fromEntries(shown)
  }
  return walk(whole, 0)
}

const all: MaskLimits = {
  text: Number.POSITIVE_INFINITY,
  items: Number.POSITIVE_INFINITY,
  values: Number.POSITIVE_INFINITY,
}

/** Masks secrets in a JSON value. */
export const withoutSecrets = (value: unknown): unknown => masked(value, all)
