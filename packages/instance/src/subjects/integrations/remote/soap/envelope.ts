import { createHash, randomBytes } from 'node:crypto'
import { Problem } from '@millwright/contract/problem'
import type { ComplexType, Member, SimpleType, ValueType } from './schema-types.ts'
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
export function readSoapEnvelope({ name, wrapper, output }: SoapOperation, text: string): unknown {
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

const instance = 'http://www.w3.org/2001/XMLSchema-instance'

/** The value of an element as JSON, by its declared type; undeclared content is read as is. */
function readElement(element: XmlElement, type: ValueType): unknown {
  if (isNil(element)) return null
  if (type.kind === 'text') return readText(element.text, type)
  const isPlain = type.members.length === 0 && type.attributes.length === 0
  if (type.text === null && type.open && isPlain) return readAny(element)
  return readComplex(element, type)
}

/** Values of elements, by the members that declare them. */
function readMembers(elements: readonly XmlElement[], members: readonly Member[]): Record<string, unknown> {
  const byName = new Map(members.map((member) => [member.name, member]))
  const values = new Map<string, unknown>()
  for (const element of elements) {
    const member = byName.get(element.name)
    const value = member === undefined ? readAny(element) : readElement(element, member.type())
    const before = values.get(element.name)
    if (Array.isArray(before)) before.push(value)
    else if (values.has(element.name)) values.set(element.name, [before, value])
    else values.set(element.name, member?.many ? [value] : value)
  }
  return Object.fromEntries(values)
}

function readComplex(element: XmlElement, { members, attributes, text }: ComplexType): Record<string, unknown> {
  const pairs = attributes.flatMap(({ name, type }): [string, unknown][] => {
    const value = element.attributes[name]
    return value === undefined ? [] : [[name, readText(value, type)]]
  })
  return {
    ...Object.fromEntries(pairs),
    ...(text === null ? {} : { _: readText(element.text, text) }),
    ...readMembers(element.children, members),
  }
}

function readAny(element: XmlElement): unknown {
  if (isNil(element)) return null
  return element.children.length === 0 ? element.text : readMembers(element.children, [])
}

function readText(text: string, { of }: SimpleType): unknown {
  const plain = text.trim()
  if (of === 'boolean') return plain === 'true' || plain === '1'
  if (of === 'string') return text
  // Numbers that a JavaScript number cannot represent exactly stay strings.
  const number = Number(plain)
  const isExact = of === 'integer' ? Number.isSafeInteger(number) : plain.replace(/\D/g, '').length <= 15
  return plain !== '' && Number.isFinite(number) && isExact ? number : plain
}

function isNil({ attributes, scope }: XmlElement): boolean {
  return Object.entries(attributes).some(([name, value]) => {
    const [prefix = '', local] = name.split(':')
    return local === 'nil' && scope.get(prefix) === instance && (value === 'true' || value === '1')
  })
}
