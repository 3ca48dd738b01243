import { createHash, randomBytes } from 'node:crypto'
import { Problem } from '@millwright/contract/problem'
import { readElement, readMembers } from './read-value.ts'
import type { SoapHeader, SoapSettings } from './soap-settings.ts'
import { escapedText, writeElement, writeMembers } from './write-value.ts'
import type { SoapOperation, SoapVersion } from './wsdl.ts'
import { childOf, readXmlElement, type XmlElement } from './xml-element.ts'

const envelopes: Readonly<Record<SoapVersion, string>> = {
  '1.1': 'http://schemas.xmlsoap.org/soap/envelope/',
  '1.2': 'http://www.w3.org/2003/05/soap-envelope',
}
const oasis = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss'

/** The SOAP message that calls an operation with a payload. Throws a 400 if the payload does not match the operation. */
export function writeEnvelope(operation: SoapOperation, payload: unknown, settings: SoapSettings, now: Date): string {
  const { version } = operation
  const header = writeHeader(settings, version, now)
  const body = writeBody(operation, payload ?? {})
  return `<?xml version="1.0" encoding="UTF-8"?><e:Envelope xmlns:e="${envelopes[version]}">${header}<e:Body>${body}</e:Body></e:Envelope>`
}

function writeBody({ wrapper, input, name }: SoapOperation, payload: unknown): string {
  if (wrapper !== null) {
    const inner = writeMembers(input, payload, '')
    return `<w:${name} xmlns:w="${escapedText(wrapper.namespace)}">${inner}</w:${name}>`
  }
  const [only] = input
  return only === undefined ? '' : writeElement(only, payload, '')
}

function writeHeader({ headers, token }: SoapSettings, version: SoapVersion, now: Date): string {
  const plain = headers.filter(({ isSecurity }) => !isSecurity).map((each) => writeHeaderElement(each, version))
  const secure = headers.filter(({ isSecurity }) => isSecurity).map((each) => writeHeaderElement(each, version))
  const own = token === null ? [] : [writeToken(token, now)]
  const inner = [...own, ...secure].join('')
  const security =
    inner === ''
      ? ''
      : `<s:Security xmlns:s="${oasis}-wssecurity-secext-1.0.xsd" xmlns:u="${oasis}-wssecurity-utility-1.0.xsd" e:mustUnderstand="1">${inner}</s:Security>`
  const all = `${plain.join('')}${security}`
  return all === '' ? '' : `<e:Header>${all}</e:Header>`
}

function writeHeaderElement(header: SoapHeader, version: SoapVersion): string {
  const { name, namespace, data, mustUnderstand, actor } = header
  const must = mustUnderstand ? ` e:mustUnderstand="${version === '1.1' ? '1' : 'true'}"` : ''
  const whose = actor === '' ? '' : ` e:${version === '1.1' ? 'actor' : 'role'}="${escapedText(actor)}"`
  return `<${name} xmlns="${escapedText(namespace)}"${must}${whose}>${escapedText(data)}</${name}>`
}

/** The UsernameToken of WS-Security (Profile 1.0), with the password or its digest. */
function writeToken({ username, password, isDigest }: NonNullable<SoapSettings['token']>, now: Date): string {
  const profile = `${oasis}-username-token-profile-1.0`
  const nonce = randomBytes(16)
  const created = now.toISOString()
  const proof = createHash('sha1').update(nonce).update(created).update(password).digest('base64')
  const secret = isDigest
    ? `<s:Password Type="${profile}#PasswordDigest">${proof}</s:Password>`
    : `<s:Password Type="${profile}#PasswordText">${escapedText(password)}</s:Password>`
  const once = `<s:Nonce EncodingType="${oasis}-soap-message-security-1.0#Base64Binary">${nonce.toString('base64')}</s:Nonce>`
  return `<s:UsernameToken><s:Username>${escapedText(username)}</s:Username>${secret}${once}<u:Created>${created}</u:Created></s:UsernameToken>`
}

/** The result of an operation as JSON. Throws a 400 or 502 for a fault, and a 502 for a body that is not a SOAP message. */
export function readEnvelope({ name, wrapper, output }: SoapOperation, text: string): unknown {
  const root = readXmlElement(text)
  const body = root?.name === 'Envelope' ? childOf(root, 'Body') : undefined
  if (body === undefined) throw new Problem(502, `The response of '${name}' is not a SOAP message.`)
  const [first] = body.children
  if (first?.name === 'Fault') throw faultOf(first)
  if (output === null || first === undefined) return { success: true }
  if (wrapper !== null) return readMembers(first.children, output)
  const declared = output.find((member) => member.name === first.name)
  const value = declared === undefined ? readMembers(first.children, []) : readElement(first, declared.type())
  return typeof value === 'object' && value !== null ? value : { [first.name]: value }
}

/** The error response for a fault of SOAP 1.1 or 1.2: 400 if the caller is to blame, otherwise 502. */
function faultOf(fault: XmlElement): Problem {
  const code = childOf(fault, 'faultcode')?.text ?? textAt(fault, 'Code', 'Value')
  const reason = childOf(fault, 'faultstring')?.text ?? textAt(fault, 'Reason', 'Text')
  const isCallers = /(?:^|:)(?:Client|Sender)\b/.test(code.trim())
  const message = reason.trim().slice(0, 2000) || 'The service returned a fault without a reason.'
  return new Problem(isCallers ? 400 : 502, message)
}

function textAt(element: XmlElement, ...names: readonly string[]): string {
  let found: XmlElement | undefined = element
  for (const name of names) found = found === undefined ? undefined : childOf(found, name)
  return found?.text ?? ''
}
