import type { Settings } from '@millwright/connector/config-values'
import type { Caller, ConnectorTools } from '@millwright/connector/connector'
import {
  type ApiDescription,
  listOf,
  members,
  operation,
  type PathItem,
  pascal,
  type Schema,
  schemaRef,
  uniqueNames,
} from '@millwright/connector/openapi'
import type { Reply } from '@millwright/connector/outgoing'
import { Problem } from '@millwright/contract/problem'
import type { ApiResponse } from '../../../../request/api-request.ts'
import { flag } from '../../../../request/params.ts'
import { readSoapEnvelope, writeEnvelope } from './envelope.ts'
import type { ComplexType, Member, SimpleType, ValueType } from './schema-types.ts'
import { soapSettings } from './soap-settings.ts'
import { readWsdl, type SoapDescription, type SoapOperation } from './wsdl.ts'
import { localName } from './xml-element.ts'

/** Most bytes of a description with its imports, and of a response. */
const longest = 10 * 1024 * 1024

/** Calls the operations that a WSDL describes (docs/wire/soap.md). */
export function open(config: Settings, tools: ConnectorTools): Caller {
  const settings = soapSettings(config)
  const { user, timeout } = settings
  let description: Promise<SoapDescription> | null = null

  function described(refresh = false): Promise<SoapDescription> {
    if (description !== null && !refresh) return description
    const begun = load()
    description = begun
    begun.catch(() => {
      if (description === begun) description = null
    })
    return begun
  }

  async function load(): Promise<SoapDescription> {
    const start = webAddress(settings.wsdl)
    const signal = AbortSignal.timeout(timeout)
    let left = longest
    const fetch = async (address: URL) => {
      const own = address.origin === start.origin ? basic(user) : {}
      const reply = await tools.ask({ verb: 'GET', address, headers: own }, { longest: left, timeout, signal })
      if (reply.status !== 200) throw refusedBy(address, reply)
      left -= reply.body.length
      return reply.body.toString('utf8')
    }
    return readWsdl(start, fetch, settings.version)
  }

  async function call(operation: SoapOperation, payload: unknown): Promise<ApiResponse> {
    const { version, action } = operation
    const address = webAddress(settings.location ?? operation.address)
    const body = writeEnvelope(operation, payload, settings, new Date())
    const quoted = `"${action.replace(/[^\x21-\x7e]|["\\]/g, '')}"`
    const own =
      version === '1.1'
        ? { 'content-type': 'text/xml; charset=utf-8', soapaction: quoted }
        : { 'content-type': `application/soap+xml; charset=utf-8; action=${quoted}` }
    const headers = { ...own, accept: 'application/soap+xml, text/xml', ...basic(user) }
    const reply = await tools.ask({ verb: 'POST', address, headers, body }, { longest, timeout })
    // Faults have the status 500 or 400.
    const isMessage = reply.status === 200 || /xml/.test(reply.headers['content-type'] ?? '')
    if (!isMessage && (reply.status < 200 || reply.status > 299)) throw refusedBy(address, reply)
    if (reply.body.length === 0) return { status: 200, body: { success: true } }
    return { status: 200, body: readSoapEnvelope(operation, reply.body.toString('utf8')) }
  }

  async function operationOf(resource: string): Promise<SoapOperation> {
    const found = (await described()).operations.get(resource)
    if (found !== undefined) return found
    throw new Problem(404, `Operation '${resource.slice(0, 100)}' not found for service '${tools.service}'.`)
  }

  return {
    async handle(request) {
      const { verb, resource, params, payload } = request
      if (verb === 'GET' && resource === '') {
        const { operations } = await described(flag(params, 'refresh'))
        return { status: 200, body: { resource: [...operations.keys()].map((name) => ({ name })) } }
      }
      const operation = await operationOf(resource)
      if (verb !== 'POST') throw new Problem(405, `Operations are called by POST.`)
      return call(operation, payload)
    },
    components: async () => [...(await described()).operations.keys()],
    describe: async ({ refresh }) => describeSoap(tools.service, await described(refresh)),
  }
}

function webAddress(text: string): URL {
  const address = URL.parse(text)
  if (address !== null && /^https?:$/.test(address.protocol)) return address
  throw new Problem(503, 'The URLs of the service must begin with http:// or https://.')
}

function basic(user: string | null): Readonly<Record<string, string>> {
  return user === null ? {} : { authorization: `Basic ${Buffer.from(user).toString('base64')}` }
}

function refusedBy({ host }: URL, { status }: Reply): Problem {
  if (status === 401 || status === 403) return new Problem(503, `${host} refuses the user of the service.`)
  return new Problem(502, `${host} responded with status ${status}.`)
}

const resources = listOf(members({ name: { type: 'string' } }, 'name'))

/** Describes each operation of a WSDL as a resource, and its types as schemas (docs/wire/soap.md). */
function describeSoap(service: string, { operations }: SoapDescription): ApiDescription {
  const named = pascal(service)
  const types = createTypes()
  const operationName = uniqueNames()
  const paths: Record<string, PathItem> = {
    '/': { get: operation(`get${named}Resources`, 'List the operations', { answer: resources }) },
  }
  for (const each of operations.values()) {
    const { name, documentation } = each
    paths[`/${name}`] = {
      post: operation(operationName(`call${named}${pascal(name)}`), `Call ${name}`, {
        ...(documentation === '' ? {} : { description: documentation }),
        body: bodyOf(each, types),
        ...(each.output === null ? {} : { answer: answerOf(each.output, each, types) }),
      }),
    }
  }
  return { paths, components: { schemas: types.schemas } }
}

function bodyOf(each: SoapOperation, types: Types): Schema {
  const [only] = each.input
  if (each.wrapper !== null) return types.ofMembers(each.input)
  return only === undefined ? members({}) : types.of(only.type())
}

function answerOf(output: readonly Member[], { wrapper }: SoapOperation, types: Types): Schema {
  const [only] = output
  if (wrapper !== null || only === undefined) return types.ofMembers(output)
  const type = only.type()
  return type.kind === 'text' ? members({ [only.name]: types.of(type) }) : types.of(type)
}

interface Types {
  readonly schemas: Record<string, Schema>
  of(type: ValueType): Schema
  ofMembers(list: readonly Member[]): Schema
}

function createTypes(): Types {
  const schemas: Record<string, Schema> = {}
  const names = new Map<string, string>()
  const unique = uniqueNames()

  function of(type: ValueType): Schema {
    if (type.kind === 'text') return textSchema(type)
    if (type.name === null) return complexSchema(type)
    const known = names.get(type.name)
    if (known !== undefined) return schemaRef(known)
    const name = unique(pascal(localName(type.name)))
    names.set(type.name, name)
    schemas[name] = {}
    schemas[name] = complexSchema(type)
    return schemaRef(name)
  }

  function complexSchema({ members: list, attributes, text, open }: ComplexType): Schema {
    const schema = ofMembers(list)
    const further = Object.fromEntries(attributes.map(({ name, type }) => [name, textSchema(type)]))
    const properties = { ...further, ...(text === null ? {} : { _: textSchema(text) }), ...Object(schema.properties) }
    return { ...schema, properties, ...(open ? { additionalProperties: true } : {}) }
  }

  function ofMembers(list: readonly Member[]): Schema {
    const properties = Object.fromEntries(
      list.map((member) => {
        const schema = of(member.type())
        return [member.name, member.many ? { type: 'array', items: schema } : schema]
      }),
    )
    return members(properties, ...new Set(list.filter(({ required }) => required).map(({ name }) => name)))
  }

  return { schemas, of, ofMembers }
}

function textSchema({ of, format, choices }: SimpleType): Schema {
  return {
    type: of,
    ...(format === null ? {} : { format }),
    ...(choices.length === 0 ? {} : { enum: of === 'string' ? choices : choices.map(Number) }),
  }
}
