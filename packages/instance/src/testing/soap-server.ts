import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isRecord } from '@millwright/contract/wire/is-record'
import { listen } from 'soap'

const types = `
  <xs:schema targetNamespace="urn:parts" elementFormDefault="qualified" xmlns:p="urn:parts">
    <xs:simpleType name="Unit"><xs:restriction base="xs:string"><xs:enumeration value="piece"/><xs:enumeration value="metre"/></xs:restriction></xs:simpleType>
    <xs:complexType name="Named"><xs:sequence><xs:element name="name" type="xs:string"/></xs:sequence></xs:complexType>
    <xs:complexType name="Part"><xs:complexContent><xs:extension base="p:Named">
      <xs:sequence>
        <xs:element name="weight" type="xs:double" minOccurs="0" nillable="true"/>
        <xs:element name="inStock" type="xs:boolean" minOccurs="0"/>
        <xs:element name="part" type="p:Part" minOccurs="0" maxOccurs="unbounded"/>
      </xs:sequence>
      <xs:attribute name="unit" type="p:Unit"/>
    </xs:extension></xs:complexContent></xs:complexType>
  </xs:schema>`

const operation = (name: string) => `
  <wsdl:operation name="${name}"><wsdl:documentation>Does ${name}.</wsdl:documentation>
    <wsdl:input message="t:${name}In"/><wsdl:output message="t:${name}Out"/></wsdl:operation>`
const bound = (prefix: string) => (name: string) =>
  `
  <wsdl:operation name="${name}"><${prefix}:operation soapAction="urn:parts/${name}"/>
    <wsdl:input><${prefix}:body use="literal"/></wsdl:input><wsdl:output><${prefix}:body use="literal"/></wsdl:output></wsdl:operation>`
const message = (name: string) => `
  <wsdl:message name="${name}In"><wsdl:part name="parameters" element="p:${name}"/></wsdl:message>
  <wsdl:message name="${name}Out"><wsdl:part name="parameters" element="p:${name}Result"/></wsdl:message>`
const names = ['Weigh', 'Sum', 'Who', 'Fail']
const binding = (name: string, prefix: string) => `
  <wsdl:binding name="${name}" type="t:Parts"><${prefix}:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    ${names.map(bound(prefix)).join('')}</wsdl:binding>`

const wsdlAt = (address: string, imported: string) => `<?xml version="1.0"?>
<wsdl:definitions targetNamespace="urn:service" xmlns:t="urn:service" xmlns:p="urn:parts" xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/">
  <wsdl:types>${types}
  <xs:schema targetNamespace="urn:parts" elementFormDefault="qualified">${imported}
    <xs:element name="Weigh"><xs:complexType><xs:sequence><xs:element name="part" type="p:Part"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="WeighResult"><xs:complexType><xs:sequence><xs:element name="weight" type="xs:double"/><xs:element name="part" type="p:Part"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="Sum"><xs:complexType><xs:sequence><xs:element name="number" type="xs:int" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="SumResult"><xs:complexType><xs:sequence><xs:element name="sum" type="xs:long"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="Who"><xs:complexType/></xs:element>
    <xs:element name="WhoResult"><xs:complexType><xs:sequence><xs:element name="user" type="xs:string"/><xs:element name="tenant" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="Fail"><xs:complexType><xs:sequence><xs:element name="whose" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="FailResult"><xs:complexType/></xs:element>
  </xs:schema></wsdl:types>
  ${names.map(message).join('')}
  <wsdl:portType name="Parts">${names.map(operation).join('')}</wsdl:portType>
  ${binding('Plain', 'soap')}${binding('Newer', 'soap12')}
  <wsdl:service name="Service">
    <wsdl:port name="Plain" binding="t:Plain"><soap:address location="${address}/soap"/></wsdl:port>
    <wsdl:port name="Newer" binding="t:Newer"><soap12:address location="${address}/soap12"/></wsdl:port>
  </wsdl:service>
</wsdl:definitions>`

const rpc = (address: string) => `<?xml version="1.0"?>
<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:old" xmlns:t="urn:old" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/">
  <message name="addIn"><part name="a" type="xs:int"/><part name="b" type="xs:int"/></message><message name="addOut"><part name="total" type="xs:int"/></message>
  <portType name="Old"><operation name="add"><input message="t:addIn"/><output message="t:addOut"/></operation></portType>
  <binding name="Old" type="t:Old"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="add"><soap:operation soapAction="add"/><input><soap:body use="literal" namespace="urn:old"/></input><output><soap:body use="literal" namespace="urn:old"/></output></operation></binding>
  <service name="OldService"><port name="Old" binding="t:Old"><soap:address location="${address}/old"/></port></service>
</definitions>`

/** Groups that each refer to the next ten times: few lines, exponentially many members. */
const bomb = (text: string) => {
  const group = (at: number) =>
    `<xs:group name="g${at}"><xs:sequence>${`<xs:group ref="p:g${at + 1}"/>`.repeat(10)}</xs:sequence></xs:group>`
  const groups = Array.from({ length: 12 }, (_, at) => group(at)).join('')
  const last = '<xs:group name="g12"><xs:sequence><xs:element name="x" type="xs:int"/></xs:sequence></xs:group>'
  return text
    .replace('<xs:element name="Sum">', `${groups}${last}<xs:element name="Sum">`)
    .replace('<xs:element name="number"', '<xs:group ref="p:g0"/><xs:element name="number"')
}

/** A SOAP service of the package `soap`, and endpoints with invalid responses. */
export async function openSoapServer() {
  const server = createServer((request, response) => answerOdd(request)?.(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const address = `http://127.0.0.1:${port}`
  const wsdl = wsdlAt(address, '')
  const heard = { token: '' as string, headers: [] as string[] }
  const service = {
    Weigh: ({ part }: { part: { weight?: number } }) => ({ weight: part.weight ?? 0, part }),
    Sum: ({ number }: { number: unknown }) => ({
      sum: [number].flat().reduce((sum: number, each) => sum + Number(each), 0),
    }),
    Who: (_: unknown, __: unknown, headers: unknown) => {
      const security = within(headers, 'Security')
      const token = within(security, 'UsernameToken')
      heard.token = JSON.stringify(token)
      return { user: textOf(within(token, 'Username')), tenant: textOf(within(headers, 'Tenant')) }
    },
    Fail({ whose }: { whose: string }) {
      throw { Fault: { faultcode: `soap:${whose}`, faultstring: `It was the ${whose}.` } }
    },
  }
  const serve = (path: string, services: object, text: string) =>
    listen(server, { path, services: services as never, xml: text, enableChunkedEncoding: false })
  await new Promise<void>((resolve) => {
    serve('/soap', { Service: { Plain: service, Newer: service } }, wsdl).on(
      'request',
      ({ Header }: { Header?: unknown }) => heard.headers.push(JSON.stringify(Header)),
    )
    serve(
      '/old',
      { OldService: { Old: { add: ({ a, b }: { a: unknown; b: unknown }) => ({ total: Number(a) + Number(b) }) } } },
      rpc(address),
    )
    setImmediate(resolve)
  })

  const doctype = '<!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
  const odd: Readonly<Record<string, string>> = {
    '/entities.wsdl': wsdl.replace('?>', `?>${doctype}`),
    '/page.wsdl': '<html><body>Sign in</body></html>',
    '/text.wsdl': 'not found',
    '/bomb.wsdl': bomb(wsdl),
    '/deep.wsdl': `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`,
    '/inner.wsdl': wsdlAt(address, '<xs:import schemaLocation="http://127.0.0.1:9/meta.xsd"/>'),
    '/entities-answer.wsdl': wsdlAt(`${address}/answers/entities?`, ''),
    '/endless-answer.wsdl': wsdlAt(`${address}/answers/endless?`, ''),
    '/none-answer.wsdl': wsdlAt(`${address}/answers/none?`, ''),
  }
  const endless = (response: import('node:http').ServerResponse) => {
    const more = () => {
      while (response.writable && response.write('x'.repeat(65_536)));
      response.once('drain', more)
    }
    response.writeHead(200, { 'content-type': 'text/xml' })
    more()
  }

  function answerOdd({ url = '' }: IncomingMessage) {
    const { pathname } = new URL(url, address)
    const text = odd[pathname]
    if (text !== undefined) return (response: import('node:http').ServerResponse) => void response.end(text)
    if (pathname === '/endless.wsdl' || pathname === '/answers/endless') return endless
    if (pathname === '/answers/none')
      return (response: import('node:http').ServerResponse) => void response.end('<ok/>')
    if (pathname !== '/answers/entities') return null
    const answer = `<?xml version="1.0"?>${doctype}<Envelope><Body><SumResult><sum>&x;</sum></SumResult></Body></Envelope>`
    return (response: import('node:http').ServerResponse) => void response.end(answer)
  }

  return {
    port,
    address,
    heard,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function within(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined
}

function textOf(value: unknown): string {
  return isRecord(value) ? String(value.$value ?? '') : String(value ?? '')
}
