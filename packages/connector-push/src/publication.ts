import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'

/** Maximum bytes of a message with its attributes, as documented by Amazon. */
const longest = 256 * 1024
const maxAttributes = 10

const copied = {
  subject: 'Subject',
  messagegroupid: 'MessageGroupId',
  messagededuplicationid: 'MessageDeduplicationId',
} as const

/** The receiver of a message, as named by the caller. */
export type Receiver = { readonly topic: string } | { readonly target: string } | { readonly phone: string }

export interface Publication {
  /** `null` if the body names none. */
  readonly to: Receiver | null
  /** Parameters of `Publish` besides the receiver. */
  readonly params: Readonly<Record<string, string>>
}

/**
 * Parses the message in a body. Its members are those of Amazon's API in any case (docs/wire/messages.md). Throws a 400 if it
 * is invalid.
 */
export function readPublication(payload: unknown): Publication {
  const given = typeof payload === 'string' ? { message: payload } : payload
  if (!isRecord(given)) throw new Problem(400, "The body must be an object with a 'Message'.")
  const members = new Map(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]))
  const message = members.get('message')
  if (message === undefined || message === null || message === '')
    throw new Problem(400, "The request has no 'Message'.")
  const text = typeof message === 'string' ? message : JSON.stringify(message)
  const isByProtocol = isRecord(message) && typeof message.default === 'string'
  const structure = members.get('messagestructure') ?? (isByProtocol ? 'json' : undefined)
  if (structure !== undefined && structure !== 'json') throw new Problem(400, "'MessageStructure' must be json.")
  const others = Object.entries(copied).flatMap(([name, param]) => {
    const value = members.get(name)
    if (value === undefined || value === null) return []
    if (typeof value !== 'string') throw new Problem(400, `'${param}' must be a text.`)
    return [[param, value] as const]
  })
  const attributes = attributeParams(members.get('messageattributes'))
  const params = {
    Message: text,
    ...(structure === 'json' && { MessageStructure: 'json' }),
    ...Object.fromEntries(others),
    ...attributes,
  }
  const length = Buffer.byteLength(text) + Buffer.byteLength(Object.values(attributes).join(''))
  if (length > longest) throw new Problem(413, `A message has at most ${longest} bytes.`)
  return { to: receiverIn(members), params }
}

function receiverIn(members: ReadonlyMap<string, unknown>): Receiver | null {
  const text = (name: string) => {
    const value = members.get(name)
    if (value !== undefined && typeof value !== 'string') throw new Problem(400, `'${name}' must be a text.`)
    return value === '' ? undefined : value
  }
  const [topic, target, phone] = [text('topicarn') ?? text('topic'), text('targetarn'), text('phonenumber')]
  const named = [topic, target, phone].filter((each) => each !== undefined)
  if (named.length > 1) throw new Problem(400, "Only one of 'Topic', 'TargetArn' and 'PhoneNumber' can be there.")
  if (topic !== undefined) return { topic }
  if (target !== undefined) return { target }
  return phone === undefined ? null : { phone }
}

/** From `{name: value}`, or from Amazon's form with `DataType` and `StringValue`. */
function attributeParams(given: unknown): Record<string, string> {
  if (given === undefined || given === null) return {}
  if (!isRecord(given) || Object.keys(given).length > maxAttributes) {
    throw new Problem(400, `'MessageAttributes' must be an object of ${maxAttributes} members at most.`)
  }
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value], at) => {
      const { DataType: type, StringValue: text } = isRecord(value)
        ? value
        : { DataType: typeof value === 'number' ? 'Number' : 'String', StringValue: String(value) }
      if (typeof type !== 'string' || typeof text !== 'string') {
        throw new Problem(400, `The attribute '${name}' must be a text or a number.`)
      }
      const entry = `MessageAttributes.entry.${at + 1}`
      return [
        [`${entry}.Name`, name],
        [`${entry}.Value.DataType`, type],
        [`${entry}.Value.StringValue`, text],
      ]
    }),
  )
}
