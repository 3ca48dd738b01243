import type { ConnectorTools } from '@millwright/connector/connector'
import { Problem } from '@millwright/contract/problem'
import { isRecord } from '@millwright/contract/wire/is-record'
import { XMLParser } from 'fast-xml-parser'
import type { SnsSettings } from './sns-settings.ts'

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
  const fields = typeof payload === 'string' ? { message: payload } : payload
  if (!isRecord(fields)) throw new Problem(400, "The body must be an object with a 'Message'.")
  const members = new Map(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]))
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
  const topic = text('topicarn') ?? text('topic')
  const target = text('targetarn')
  const phone = text('phonenumber')
  const named = [topic, target, phone].filter((each) => each !== undefined)
  if (named.length > 1) throw new Problem(400, "Only one of 'Topic', 'TargetArn' and 'PhoneNumber' can be there.")
  if (topic !== undefined) return { topic }
  if (target !== undefined) return { target }
  return phone === undefined ? null : { phone }
}

/** From `{name: value}`, or from Amazon's form with `DataType` and `StringValue`. */
function attributeParams(attributeValues: unknown): Record<string, string> {
  if (attributeValues === undefined || attributeValues === null) return {}
  if (!isRecord(attributeValues) || Object.keys(attributeValues).length > maxAttributes) {
    throw new Problem(400, `'MessageAttributes' must be an object of ${maxAttributes} members at most.`)
  }
  return Object.fromEntries(
    Object.entries(attributeValues).flatMap(([name, value], at) => {
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

type Content = Readonly<Record<string, unknown>>

const version = '2010-03-31'
const limits = { longest: 4 * 2 ** 20, timeout: 15_000 }
/** Maximum pages of a list, with a hundred entries each. */
const maxPages = 500

const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  htmlEntities: true,
  isArray: (name) => name === 'member' || name === 'entry',
})

/** A client of Amazon's SNS query API for one account, with signed requests. */
export class SnsClient {
  readonly #settings: SnsSettings
  readonly #tools: Pick<ConnectorTools, 'ask'>

  constructor(settings: SnsSettings, tools: Pick<ConnectorTools, 'ask'>) {
    this.#settings = settings
    this.#tools = tools
  }

  /** Returns the result of an action. Throws the error of SNS, and a 503 if it is unreachable. */
  async act(action: string, params: Readonly<Record<string, string>> = {}): Promise<Content> {
    const body = new URLSearchParams({ Action: action, Version: version, ...params }).toString()
    const { status, body: bytes } = await this.#tools.ask(await this.#signed(body), limits)
    const answer = readXml(bytes)
    const isDone = status >= 200 && status < 300
    if (isDone && Object.hasOwn(answer, `${action}Response`)) {
      return Object(Object(answer[`${action}Response`])[`${action}Result`])
    }
    if (isDone) throw new Problem(503, `${this.#settings.where} cannot be used now: its response is not one of SNS.`)
    throw this.#refusal(status, Object(Object(answer.ErrorResponse).Error))
  }

  /** All entries of a list, page by page. */
  async list(action: string, list: string, params: Readonly<Record<string, string>> = {}): Promise<Content[]> {
    const found: Content[] = []
    let token = ''
    for (let page = 0; page < maxPages; page += 1) {
      const result = await this.act(action, token === '' ? params : { ...params, NextToken: token })
      const members: unknown = Object(result[list]).member
      found.push(...(Array.isArray(members) ? members.map((member) => Object(member)) : []))
      const next = textIn(result, 'NextToken')
      if (next === '' || next === token) return found
      token = next
    }
    throw new Problem(503, `The listing of ${this.#settings.where} does not end.`)
  }

  async #signed(body: string) {
    const { key, secret, region, endpoint } = this.#settings
    const { AwsV4Signer } = await import('aws4fetch')
    const signer = new AwsV4Signer({
      accessKeyId: key,
      secretAccessKey: secret,
      region,
      service: 'sns',
      method: 'POST',
      url: endpoint.href,
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    })
    const { headers } = await signer.sign()
    return { verb: 'POST', address: endpoint, headers: Object.fromEntries(headers), body }
  }

  #refusal(status: number, error: Content): Problem {
    const { where, secret } = this.#settings
    const code = textIn(error, 'Code')
    const reason = textIn(error, 'Message')
      .replaceAll(secret, '…')
      .replace(/\p{Cc}+/gu, ' ')
      .slice(0, 300)
    const said = reason === '' ? code : reason
    if (
      /^(?:InvalidClientTokenId|SignatureDoesNotMatch|MissingAuthentication|Expired|IncompleteSig|Unrecognized)/.test(
        code,
      )
    ) {
      return new Problem(503, `${where} cannot be used now: it refuses the key.`)
    }
    if (/^(?:AuthorizationError|AccessDenied|OptInRequired)/.test(code))
      return new Problem(403, `${where} does not allow that: ${said}`)
    if (/^(?:NotFound|ResourceNotFound)/.test(code)) return new Problem(404, `${where} has nothing of that name.`)
    if (/^Thrott/.test(code) || status === 429) return new Problem(429, `${where} currently accepts no more messages.`)
    if (status >= 400 && status < 500 && said !== '') return new Problem(400, `${where} refuses the request: ${said}`)
    return new Problem(503, `${where} cannot be used now: it responded with status ${status}.`)
  }
}

export function textIn(content: Content, name: string): string {
  const value = content[name]
  return typeof value === 'string' ? value : ''
}

/** The entries of an `Attributes` element. */
export function attributesIn(content: Content): Record<string, string> {
  const entries: unknown = Object(content.Attributes).entry
  return Object.fromEntries(
    (Array.isArray(entries) ? entries : []).map((entry) => [
      textIn(Object(entry), 'key'),
      textIn(Object(entry), 'value'),
    ]),
  )
}

/** Empty for invalid XML and for documents with a document type, which could declare entities. */
function readXml(bytes: Buffer): Content {
  const text = bytes.toString('utf8')
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) return {}
  try {
    return Object(parser.parse(text))
  } catch {
    return {}
  }
}
