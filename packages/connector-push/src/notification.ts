import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'

export interface Notification {
  readonly headers: Readonly<Record<string, string>>
  /** JSON. */
  readonly body: string
}

/** Maximum bytes, as documented by Apple for everything but calls. */
const longest = 4096
const pushTypes = [
  'alert',
  'background',
  'complication',
  'fileprovider',
  'liveactivity',
  'location',
  'mdm',
  'voip',
] as const

/**
 * Parses the notification in a body: Apple's `aps`, or `title` and `body`, with optional `data` (docs/wire/messages.md). Throws
 * a 400 if it is invalid.
 */
export function readNotification(given: Readonly<Record<string, unknown>>): Notification {
  const aps = apsIn(given)
  const { data } = given
  if (data !== undefined && data !== null && !isRecord(data)) throw new Problem(400, "'data' must be an object.")
  const body = JSON.stringify({ ...data, aps })
  if (Buffer.byteLength(body) > longest) throw new Problem(413, `A notification has at most ${longest} bytes.`)
  const isSilent = aps.alert === undefined && aps.badge === undefined && aps.sound === undefined
  const type = given.push_type ?? (isSilent ? 'background' : 'alert')
  if (!pushTypes.some((each) => each === type))
    throw new Problem(400, `'push_type' must be one of ${pushTypes.join(', ')}.`)
  return {
    body,
    headers: {
      'apns-push-type': String(type),
      'apns-priority': String(numberIn(given, 'priority', [1, 5, 10]) ?? (type === 'background' ? 5 : 10)),
      ...header(given, 'topic', /^[\w.-]{1,255}$/),
      ...header(given, 'collapse_id', /^[\x21-\x7e]{1,64}$/),
      ...header(given, 'expiration', /^\d{1,12}$/),
    },
  }
}

function apsIn({
  aps,
  title,
  body,
  badge,
  sound,
}: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (aps !== undefined) {
    if (!isRecord(aps)) throw new Problem(400, "'aps' must be an object.")
    return aps
  }
  for (const [name, value] of Object.entries({ title, body, sound })) {
    if (value !== undefined && typeof value !== 'string') throw new Problem(400, `'${name}' must be a text.`)
  }
  if (badge !== undefined && !Number.isInteger(badge)) throw new Problem(400, "'badge' must be a whole number.")
  const alert = title === undefined && body === undefined ? undefined : { title, body }
  if (alert === undefined && badge === undefined)
    throw new Problem(400, "The request has no 'aps', 'title', 'body' or 'badge'.")
  return { alert, badge, sound }
}

function numberIn(given: Readonly<Record<string, unknown>>, name: string, values: readonly number[]): number | null {
  const value = given[name]
  if (value === undefined || value === null) return null
  if (!values.some((each) => each === value)) throw new Problem(400, `'${name}' must be one of ${values.join(', ')}.`)
  return Number(value)
}

function header(given: Readonly<Record<string, unknown>>, name: string, form: RegExp): Record<string, string> {
  const value = given[name]
  if (value === undefined || value === null) return {}
  if (!form.test(String(value))) throw new Problem(400, `'${name}' does not accept this value.`)
  return { [`apns-${name.replace('_', '-')}`]: String(value) }
}
