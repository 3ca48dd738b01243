import type { ConnectorTools } from '@millwright/connector/connector'
import { Problem } from '@millwright/contract/problem'
import { XMLParser } from 'fast-xml-parser'
import type { SnsSettings } from './sns-settings.ts'

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
      ...{
        accessKeyId: key,
        secretAccessKey: secret,
        region,
        service: 'sns',
        method: 'POST',
        url: endpoint.href,
        body,
      },
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
