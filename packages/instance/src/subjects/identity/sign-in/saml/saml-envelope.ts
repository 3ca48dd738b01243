import { isRecord } from '@millwright/contract/wire/is-record'
import { XMLParser } from 'fast-xml-parser'

/** The parts of a response around its assertion, which may be unsigned. */
export interface SamlEnvelope {
  readonly destination: string | null
  readonly inResponseTo: string | null
  readonly issuer: string | null
  /** Time of creation. */
  readonly issued: string | null
  /** Declared signature algorithms; empty if everything is encrypted. */
  readonly algorithms: readonly string[]
}

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseAttributeValue: false,
  parseTagValue: false,
  processEntities: false,
})

/** Returns `null` if it is not such a message, or has a document type declaration, which none needs. */
export function readEnvelope(xml: string, kind: 'Response' | 'LogoutRequest' = 'Response'): SamlEnvelope | null {
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) return null
  const response = parsed(xml, kind)
  if (response === null) return null
  const attribute = (name: string) => (typeof response[name] === 'string' ? response[name] : null)
  return {
    destination: attribute('@Destination'),
    inResponseTo: attribute('@InResponseTo'),
    issuer: textIn(response.Issuer),
    issued: attribute('@IssueInstant'),
    algorithms: algorithmsIn(response),
  }
}

function parsed(xml: string, kind: string): Record<string, unknown> | null {
  try {
    const found: unknown = parser.parse(xml)
    const message = isRecord(found) ? found[kind] : null
    return isRecord(message) ? message : null
  } catch {
    return null
  }
}

function textIn(element: unknown): string | null {
  const text = isRecord(element) ? element['#text'] : element
  return typeof text === 'string' ? text : null
}

function algorithmsIn(element: unknown): string[] {
  if (Array.isArray(element)) return element.flatMap(algorithmsIn)
  if (!isRecord(element)) return []
  return Object.entries(element).flatMap(([name, child]) => {
    // Encryption keys are wrapped with their own digests.
    if (name === 'EncryptedAssertion') return []
    const own = name === 'SignatureMethod' || name === 'DigestMethod' ? [child].flat().map(algorithmOf) : []
    return [...own, ...algorithmsIn(child)]
  })
}

const algorithmOf = (element: unknown) => (isRecord(element) ? String(element['@Algorithm']) : '')
