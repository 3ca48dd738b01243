import { secretMask } from '@millwright/contract/records/lookup'
import { ExactNumber } from '@millwright/contract/wire/exact-json'
import { isRecord } from '@millwright/contract/wire/is-record'
import { hidden } from '../../../access/hidden-values.ts'
import type { EventValue } from '../event-value.ts'

const secretName =
  /pass(?:word|phrase|wd)?$|^pwd$|secret|token|api_?key|authorization|cookie|credential|private_?key|security_answer|^code$/i
/** Whatever its name is, as in a `session_id`. */
const sessionToken = /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/
const sessionTokens = /eyJ[\w-]+\.[\w-]+\.[\w-]*/g
const longestText = 2_000
const mostItems = 50
const deepest = 20
/** In one event, members and items of all depths. */
const mostValues = 5_000
/** Texts that are looked for in what a script wrote. */
const mostSecrets = 200

/** An event without its secrets, as far as names tell them, and with nothing long in it; the text of its body says what is left of it. */
export function maskedEvent(event: EventValue): unknown {
  const shown = masked(event)
  if (!isRecord(shown) || !isRecord(shown.request)) return shown
  const { payload } = shown.request
  const content = payload === null || payload === undefined ? null : JSON.stringify(payload)
  return { ...shown, request: { ...shown.request, content } }
}

/** How much of a value is shown: characters of a text, items of a list, members and items of all depths. */
interface ShownMost {
  readonly text: number
  readonly items: number
  readonly values: number
}

const little: ShownMost = { text: longestText, items: mostItems, values: mostValues }

/** A JSON value in that form. */
export function masked(whole: unknown, { text, items, values }: ShownMost = little): unknown {
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

/** Takes out of a text of a script's run what its event has under names of secrets, session tokens, and what else is secret. */
export function hidingFrom(event: EventValue, secrets: Iterable<string>): (text: string) => string {
  return (text) =>
    text === '' ? text : hidden(text.replace(sessionTokens, secretMask), [...secrets, ...secretsIn(event)])
}

function secretsIn(event: EventValue): string[] {
  const found: string[] = []
  const open: { readonly value: unknown; readonly secret: boolean }[] = [{ value: event, secret: false }]
  for (let seen = 0; seen < mostValues && found.length < mostSecrets; seen++) {
    const next = open.pop()
    if (next === undefined) break
    const { value, secret } = next
    if (secret && typeof value === 'string') found.push(value)
    if (typeof value !== 'object' || value === null) continue
    const isList = Array.isArray(value)
    for (const [name, each] of Object.entries(value).slice(0, mostValues)) {
      open.push({ value: each, secret: secret || (!isList && secretName.test(name)) })
    }
  }
  return found
}
