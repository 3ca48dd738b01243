import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Address } from '../../gateway/ports/mail.ts'
import { isAddress } from '../../platform/mail-address.ts'

/**
 * The addresses of `to`, `cc` or `bcc`: a comma list, `Name <address>`, `{name, email}`, a list of these, or any of it as JSON
 * (docs/wire/email.md). Refuses with 400 what is no address.
 */
export function readReceivers(name: string, given: unknown): Address[] {
  if (given === undefined || given === null || given === '') return []
  if (Array.isArray(given)) return given.flatMap((each) => readReceivers(name, each))
  if (typeof given === 'string') return /^\s*[[{"]/.test(given) ? ofJson(name, given) : ofText(name, given)
  if (!isRecord(given) || typeof given.email !== 'string') throw noAddress(name, '')
  return [{ name: lineOf(`The name in ${name}`, given.name), address: addressOf(name, given.email) }]
}

function ofJson(name: string, text: string): Address[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return ofText(name, text)
  }
  return typeof value === 'string' ? ofText(name, value) : readReceivers(name, value)
}

function ofText(name: string, text: string): Address[] {
  return text.split(',').flatMap((part) => {
    const [, label, address] = /^\s*"?([^"<>]{0,200}?)"?\s*<([^<>]+)>\s*$/.exec(part) ?? []
    if (address !== undefined) {
      return { name: lineOf(`The name in ${name}`, label), address: addressOf(name, address) }
    }
    return part.trim() === '' ? [] : { name: '', address: addressOf(name, part) }
  })
}

/** One address. Refuses others with 400. */
export function addressOf(name: string, text: string): string {
  const address = text.trim()
  if (!isAddress(address) || /\p{Cc}/u.test(address)) throw noAddress(name, address)
  return address
}

/** A text of one line: what goes into the head of a mail must not begin another. */
export function lineOf(name: string, given: unknown): string {
  if (given === undefined || given === null) return ''
  if (typeof given === 'object') throw new Problem(400, `${name} has to be a text.`)
  const text = String(given)
  if (/\p{Cc}/u.test(text)) throw new Problem(400, `${name} must not contain line breaks or control characters.`)
  return text.trim()
}

function noAddress(name: string, text: string): Problem {
  const shown = text.replace(/\p{Cc}/gu, '?').slice(0, 100)
  return new Problem(400, `${name} has to hold e-mail addresses; '${shown}' is none.`)
}
