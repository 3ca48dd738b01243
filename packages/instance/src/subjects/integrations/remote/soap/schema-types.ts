import { Problem } from '@millwright/contract/problem'
import { childOf, childrenOf, localName, qualified, qualifiedName, type XmlElement } from './xml-element.ts'

/** A value that is a single text in XML. */
export interface SimpleType {
  readonly kind: 'text'
  readonly of: 'string' | 'integer' | 'number' | 'boolean'
  /** Format in OpenAPI, such as `date-time`; `null`: none. */
  readonly format: string | null
  readonly choices: readonly string[]
}

/** A value that consists of elements and attributes. */
export interface ComplexType {
  readonly kind: 'members'
  /** `{namespace}name`; `null` for an anonymous type. */
  readonly name: string | null
  /** In the order in which they have to be written. */
  readonly members: readonly Member[]
  readonly attributes: readonly { readonly name: string; readonly type: SimpleType }[]
  /** Type of the text content, exposed as `_`; `null`: no text content. */
  readonly text: SimpleType | null
  /** Whether undeclared elements are allowed. */
  readonly open: boolean
}

export type ValueType = SimpleType | ComplexType

export interface Member {
  readonly name: string
  /** Empty if the element is unqualified. */
  readonly namespace: string
  readonly many: boolean
  readonly required: boolean
  readonly nillable: boolean
  /** Resolved lazily, as types may contain themselves. */
  type(): ValueType
}

/** The types and elements of XML Schema (1.0) documents, by `{namespace}name`. */
export interface SchemaTypes {
  element(name: string): Member | null
  type(name: string): ValueType
}

const xsd = 'http://www.w3.org/2001/XMLSchema'
const integers = [
  'integer',
  'int',
  'long',
  'short',
  'byte',
  'nonNegativeInteger',
  'positiveInteger',
  'nonPositiveInteger',
  'negativeInteger',
  'unsignedInt',
  'unsignedLong',
  'unsignedShort',
  'unsignedByte',
]
const kinds = new Map<string, SimpleType['of']>([
  ...integers.map((name) => [name, 'integer'] as const),
  ...['decimal', 'float', 'double'].map((name) => [name, 'number'] as const),
  ['boolean', 'boolean'],
])
const formats = new Map([
  ['date', 'date'],
  ['dateTime', 'date-time'],
  ['anyURI', 'uri'],
  ['base64Binary', 'byte'],
])

const simple = (name: string): SimpleType => ({
  kind: 'text',
  of: kinds.get(name) ?? 'string',
  format: formats.get(name) ?? null,
  choices: [],
})
/** The type of undeclared content. */
const anything: ComplexType = { kind: 'members', name: null, members: [], attributes: [], text: null, open: true }
/** Longest chain of references between groups and base types. */
const maxSteps = 50
/** Most members of all types together, as nested groups can expand exponentially. */
const maxMembers = 200_000

interface Declared {
  readonly element: XmlElement
  /** The schema that contains the element. */
  readonly schema: XmlElement
}

export function readSchemaTypes(schemas: readonly XmlElement[]): SchemaTypes {
  const declared = { element: declaredIn(schemas, 'element'), group: declaredIn(schemas, 'group') }
  const types = new Map([...declaredIn(schemas, 'complexType'), ...declaredIn(schemas, 'simpleType')])
  const attributeGroups = declaredIn(schemas, 'attributeGroup')
  const valueTypes = new Map<string, ValueType>()
  let left = maxMembers

  function spend(members: number): void {
    left -= members
    if (left < 0) throw new Problem(503, `The types of the WSDL have more than ${maxMembers} members.`)
  }

  function typeNamed(name: string, steps = 0): ValueType {
    const found = valueTypes.get(name)
    if (found !== undefined) return found
    const declaration = types.get(name)
    const type = declaration === undefined ? builtIn(name) : read(declaration, name, steps + 1)
    valueTypes.set(name, type)
    return type
  }

  function read({ element, schema }: Declared, name: string | null, steps: number): ValueType {
    if (steps > maxSteps) return anything
    return element.name === 'simpleType' ? readSimple(element, steps) : readComplex({ element, schema }, name, steps)
  }

  function readSimple(element: XmlElement, steps: number): SimpleType {
    const restriction = childOf(element, 'restriction')
    if (restriction === undefined) return simple('string')
    const base = restriction.attributes.base
    const of = base === undefined ? simple('string') : typeNamed(qualified(base, restriction), steps)
    const choices = childrenOf(restriction, 'enumeration').map(({ attributes }) => attributes.value ?? '')
    const text = of.kind === 'text' ? of : simple('string')
    return choices.length === 0 ? text : { ...text, choices }
  }

  function readComplex({ element, schema }: Declared, name: string | null, steps: number): ValueType {
    const content = childOf(element, 'simpleContent') ?? childOf(element, 'complexContent')
    const derived = content && (childOf(content, 'extension') ?? childOf(content, 'restriction'))
    const own = derived ?? element
    const base = derived?.attributes.base
    const inherited = base === undefined || derived === undefined ? null : typeNamed(qualified(base, derived), steps)
    const complex = inherited?.kind === 'members' ? inherited : null
    const parent = derived?.name === 'extension' ? complex : null
    const { list, open } = membersIn({ element: own, schema }, { optional: false, many: false }, steps)
    const attributes = [...(complex?.attributes ?? []), ...attributesIn(own, steps)]
    spend((parent?.members.length ?? 0) + attributes.length)
    return {
      kind: 'members',
      name,
      members: distinct([...(parent?.members ?? []), ...list]),
      attributes: [...new Map(attributes.map((each) => [each.name, each])).values()],
      text:
        content?.name === 'simpleContent' ? (inherited?.kind === 'text' ? inherited : (complex?.text ?? null)) : null,
      open: open || (parent?.open ?? false) || base?.endsWith(':Array') === true,
    }
  }

  function attributesIn(element: XmlElement, steps: number): ComplexType['attributes'] {
    if (steps > maxSteps) return []
    spend(element.children.length)
    return element.children.flatMap((child): ComplexType['attributes'] => {
      const { name, type, ref } = child.attributes
      if (child.name === 'attributeGroup' && ref !== undefined) {
        const group = attributeGroups.get(qualified(ref, child))
        return group === undefined ? [] : attributesIn(group.element, steps + 1)
      }
      if (child.name !== 'attribute' || name === undefined) return []
      const found = type === undefined ? simple('string') : typeNamed(qualified(type, child), steps)
      return [{ name, type: found.kind === 'text' ? found : simple('string') }]
    })
  }

  interface Around {
    readonly optional: boolean
    readonly many: boolean
  }

  function membersIn({ element, schema }: Declared, around: Around, steps: number): { list: Member[]; open: boolean } {
    const list: Member[] = []
    let open = false
    if (steps > maxSteps) return { list, open: true }
    spend(element.children.length)
    for (const child of element.children) {
      const inner = {
        optional: around.optional || child.attributes.minOccurs === '0' || child.name === 'choice',
        many: around.many || isMany(child),
      }
      if (child.name === 'element') list.push(memberOf({ element: child, schema }, inner))
      else if (child.name === 'any') open = true
      else if (/^(?:sequence|all|choice|group)$/.test(child.name)) {
        const { ref } = child.attributes
        const group = ref === undefined ? { element: child, schema } : declared.group.get(qualified(ref, child))
        const found = group === undefined ? { list: [], open: true } : membersIn(group, inner, steps + 1)
        list.push(...found.list)
        open ||= found.open
      }
    }
    return { list, open }
  }

  function memberOf({ element, schema }: Declared, { optional, many }: Around): Member {
    const { ref, name = '', type, form = schema.attributes.elementFormDefault, nillable } = element.attributes
    const place = { many, required: !optional }
    if (ref !== undefined) {
      const known = declared.element.get(qualified(ref, element))
      if (known !== undefined) return { ...outermost(known), ...place }
    }
    let found: ValueType | null = null
    return {
      ...place,
      name: ref === undefined ? name : localName(qualified(ref, element)),
      namespace: form === 'qualified' ? namespaceOf({ schema }) : '',
      nillable: nillable === 'true' || nillable === '1',
      type() {
        found ??= typeOf({ element, schema }, type, null)
        return found
      },
    }
  }

  /** A global element; its type is named, as it can contain itself. */
  function outermost({ element, schema }: Declared): Member {
    const name = qualifiedName(namespaceOf({ schema }), element.attributes.name ?? '')
    const key = `element ${name}`
    return {
      ...memberOf({ element, schema }, { optional: false, many: false }),
      namespace: namespaceOf({ schema }),
      type() {
        const found = valueTypes.get(key) ?? typeOf({ element, schema }, element.attributes.type, name)
        valueTypes.set(key, found)
        return found
      },
    }
  }

  function typeOf({ element, schema }: Declared, type: string | undefined, name: string | null): ValueType {
    if (type !== undefined) return typeNamed(qualified(type, element))
    const inner = childrenOf(element, 'complexType', 'simpleType')[0]
    return inner === undefined ? anything : read({ element: inner, schema }, name, 0)
  }

  return {
    type: (name) => typeNamed(name),
    element(name) {
      const found = declared.element.get(name)
      return found === undefined ? null : outermost(found)
    },
  }
}

/** Merges elements that may appear at several places into one that may repeat. */
function distinct(list: readonly Member[]): readonly Member[] {
  const byName = new Map<string, Member>()
  for (const member of list) byName.set(member.name, byName.has(member.name) ? { ...member, many: true } : member)
  return [...byName.values()]
}

const namespaceOf = ({ schema }: Pick<Declared, 'schema'>): string => schema.attributes.targetNamespace ?? ''

function isMany({ attributes: { maxOccurs = '1' } }: XmlElement): boolean {
  return maxOccurs === 'unbounded' || Number(maxOccurs) > 1
}

function builtIn(name: string): ValueType {
  const isOfSchema = name.startsWith(`{${xsd}}`) || name.startsWith('{http://schemas.xmlsoap.org/soap/encoding/}')
  return !isOfSchema || /\}(?:anyType|Array)$/.test(name) ? anything : simple(localName(name))
}

function declaredIn(schemas: readonly XmlElement[], kind: string): Map<string, Declared> {
  return new Map(
    schemas.flatMap((schema) =>
      childrenOf(schema, kind).map((element): [string, Declared] => [
        qualifiedName(namespaceOf({ schema }), element.attributes.name ?? ''),
        { element, schema },
      ]),
    ),
  )
}
