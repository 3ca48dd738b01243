import { maxValues, secretName } from '@millwright/connector/masked'
import { secretMask } from '@millwright/contract/records/lookup'
import { maskSecrets } from '../../../../access/hidden-values.ts'
import type { EventValue } from '../event-value.ts'

const sessionTokens = /eyJ[\w-]+\.[\w-]+\.[\w-]*/g
/** Most secrets that are searched for in the output of a script. */
const maxSecrets = 200

/** Returns a function that masks in a text the secrets of the event, session tokens and the given secrets. */
export function hidingFrom(event: EventValue, secrets: Iterable<string>): (text: string) => string {
  return (text) =>
    text === '' ? text : maskSecrets(text.replace(sessionTokens, secretMask), [...secrets, ...secretsIn(event)])
}

function secretsIn(event: EventValue): string[] {
  const found: string[] = []
  const open: { readonly value: unknown; readonly secret: boolean }[] = [{ value: event, secret: false }]
  for (let seen = 0; seen < maxValues && found.length < maxSecrets; seen++) {
    const next = open.pop()
    if (next === undefined) break
    const { value, secret } = next
    if (secret && typeof value === 'string') found.push(value)
    if (typeof value !== 'object' || value === null) continue
    const isList = Array.isArray(value)
    for (const [name, each] of Object.entries(value).slice(0, maxValues)) {
      open.push({ value: each, secret: secret || (!isList && secretName.test(name)) })
    }
  }
  return found
}
