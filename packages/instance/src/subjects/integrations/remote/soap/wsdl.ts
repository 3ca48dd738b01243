import { Problem } from '@millwright/contract/problem'
import { type Member, readSchemaTypes, type SchemaTypes } from './schema-types.ts'
import { childOf, childrenOf, qualified, qualifiedName, readXmlElement, type XmlElement } from './xml-element.ts'

export type SoapVersion = '1.1' | '1.2'

/** One operation of a service that a WSDL (1.1) describes. */
export interface SoapOperation {
  readonly name: string
  readonly documentation: string
  readonly version: SoapVersion
  /** URL of the endpoint. */
  readonly address: string
  readonly action: string
  /** The element around the parts; `null`: the only part is the body itself. */
  readonly wrapper: { readonly name: string; readonly namespace: string } | null
  readonly input: readonly Member[]
  /** `null`: one-way, without a response. */
  readonly output: readonly Member[] | null
}

export interface SoapDescription {
  readonly operations: ReadonlyMap<string, SoapOperation>
}

const soapNamespaces = new Map<string, SoapVersion>([
  ['http://schemas.xmlsoap.org/wsdl/soap/', '1.1'],
  ['http://schemas.xmlsoap.org/wsdl/soap12/', '1.2'],
])

const maxDocuments = 50

/** Reads a WSDL and its imports. `fetch`: returns the text at a URL. Throws a 503 for an invalid WSDL. */
export async function readWsdl(
  address: URL,
  fetch: (address: URL) => Promise<string>,
  preferred: SoapVersion | null,
): Promise<SoapDescription> {
  const { definitions, schemas } = await readDocuments(address, fetch)
  return { operations: operationsOf(definitions, readSchemaTypes(schemas), preferred) }
}

interface Documents {
  readonly definitions: readonly XmlElement[]
  readonly schemas: readonly XmlElement[]
}

async function readDocuments(start: URL, fetch: (address: URL) => Promise<string>): Promise<Documents> {
  const definitions: XmlElement[] = []
  const schemas: XmlElement[] = []
  const seen = new Set([start.href])
  const waiting: { readonly address: URL; readonly namespace: string | null }[] = [{ address: start, namespace: null }]
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (seen.size > maxDocuments) throw new Problem(503, `The WSDL imports more than ${maxDocuments} documents.`)
    const { address, namespace } = next
    const root = readXmlElement(await fetch(address))
    if (root === null || !/^(?:definitions|schema)$/.test(root.name)) {
      throw new Problem(503, `The document at ${address.host}${address.pathname} is not a WSDL of version 1.1.`)
    }
    const found = root.name === 'schema' ? [included(root, namespace)] : schemasIn(root)
    if (root.name === 'definitions') definitions.push(root)
    schemas.push(...found)
    for (const each of [root, ...found]) {
      for (const child of childrenOf(each, 'import', 'include')) {
        const place = child.attributes.location ?? child.attributes.schemaLocation
        const target = place === undefined ? null : URL.parse(place, address.href)
        if (target === null || seen.has(target.href)) continue
        seen.add(target.href)
        waiting.push({ address: target, namespace: child.name === 'include' ? targetOf(each) : null })
      }
    }
  }
  return { definitions, schemas }
}

const schemasIn = (definitions: XmlElement) =>
  childrenOf(definitions, 'types').flatMap((types) => childrenOf(types, 'schema'))

const targetOf = ({ attributes }: XmlElement): string => attributes.targetNamespace ?? ''

/** A schema without a target namespace takes the namespace of the schema that includes it. */
function included(schema: XmlElement, namespace: string | null): XmlElement {
  if (namespace === null || schema.attributes.targetNamespace !== undefined) return schema
  return { ...schema, attributes: { ...schema.attributes, targetNamespace: namespace } }
}

function operationsOf(
  definitions: readonly XmlElement[],
  types: SchemaTypes,
  preferred: SoapVersion | null,
): Map<string, SoapOperation> {
  const named = (kind: string) =>
    new Map(
      definitions.flatMap((each) =>
        childrenOf(each, kind).map((child): [string, XmlElement] => [
          qualifiedName(targetOf(each), child.attributes.name ?? ''),
          child,
        ]),
      ),
    )
  const parts = { bindings: named('binding'), portTypes: named('portType'), messages: named('message'), types }
  const ports = definitions
    .flatMap((each) => childrenOf(each, 'service'))
    .flatMap((service) => childrenOf(service, 'port'))
    .flatMap((port) => portOf(port, parts) ?? [])
  const wanted = preferred ?? '1.1'
  const inOrder = ports.toSorted((one, other) => Number(other.version === wanted) - Number(one.version === wanted))
  const operations = new Map<string, SoapOperation>()
  for (const operation of inOrder.flatMap(({ operations: list }) => list)) {
    if (!operations.has(operation.name)) operations.set(operation.name, operation)
  }
  return operations
}

interface Parts {
  readonly bindings: ReadonlyMap<string, XmlElement>
  readonly portTypes: ReadonlyMap<string, XmlElement>
  readonly messages: ReadonlyMap<string, XmlElement>
  readonly types: SchemaTypes
}

function portOf(port: XmlElement, parts: Parts): { version: SoapVersion; operations: SoapOperation[] } | null {
  const address = childOf(port, 'address')
  const version = soapNamespaces.get(address?.namespace ?? '')
  const binding = parts.bindings.get(qualified(port.attributes.binding ?? '', port))
  if (address === undefined || version === undefined || binding === undefined) return null
  const portType = parts.portTypes.get(qualified(binding.attributes.type ?? '', binding))
  if (portType === undefined) return null
  const place = { version, address: address.attributes.location ?? '', binding, portType }
  return {
    version,
    operations: childrenOf(binding, 'operation').flatMap((each) => operationOf(each, place, parts) ?? []),
  }
}

interface Place {
  readonly version: SoapVersion
  readonly address: string
  readonly binding: XmlElement
  readonly portType: XmlElement
}

const soapChild = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name && soapNamespaces.has(child.namespace))

function operationOf(bound: XmlElement, place: Place, parts: Parts): SoapOperation | null {
  const { name = '' } = bound.attributes
  const abstract = childrenOf(place.portType, 'operation').find(({ attributes }) => attributes.name === name)
  if (abstract === undefined || name === '') return null
  const soap = soapChild(bound, 'operation')
  const style = soap?.attributes.style ?? soapChild(place.binding, 'binding')?.attributes.style ?? 'document'
  const bodyOf = (side: 'input' | 'output') => soapChild(childOf(bound, side), 'body')?.attributes
  const messageOf = (side: 'input' | 'output') => {
    const sideElement = childOf(abstract, side)
    const message = sideElement && parts.messages.get(qualified(sideElement.attributes.message ?? '', sideElement))
    return message === undefined ? null : membersOf(message, parts.types, bodyOf(side)?.parts)
  }
  const documentation = childOf(abstract, 'documentation')?.text.trim() ?? ''
  return {
    name,
    documentation: documentation.slice(0, 1000),
    version: place.version,
    address: place.address,
    action: soap?.attributes.soapAction ?? '',
    wrapper: style === 'rpc' ? { name, namespace: bodyOf('input')?.namespace ?? '' } : null,
    input: messageOf('input') ?? [],
    output: messageOf('output'),
  }
}

/** The parts of a message: elements of the body, or values in the wrapper. `listed`: names of the parts in the body; absent: all. */
function membersOf(message: XmlElement, types: SchemaTypes, listed: string | undefined): readonly Member[] {
  const inBody = listed?.split(/\s+/)
  return childrenOf(message, 'part').flatMap((part) => {
    const { name = '', element, type } = part.attributes
    if (inBody !== undefined && !inBody.includes(name)) return []
    if (element !== undefined) return types.element(qualified(element, part)) ?? []
    const shape = qualified(type ?? '', part)
    return { name, namespace: '', many: false, required: true, nillable: false, type: () => types.type(shape) }
  })
}
