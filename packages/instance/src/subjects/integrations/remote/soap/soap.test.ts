import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fixture } from '../../../../testing/fixture.ts'
import { openSoapServer } from '../../../../testing/soap-server.ts'
import { sharedInstance } from '../../../../testing/test-instance.ts'

describe('a service of the type soap', () => {
  const remote = fixture(() => openSoapServer())
  afterAll(() => remote.close())
  const {
    send,
    root: as,
    make,
    failures,
  } = sharedInstance(() => ({
    config: { allowPrivateHosts: [`127.0.0.1:${remote.port}`] },
  }))
  const add = async (name: string, config: object) => {
    const body = { resource: [{ name, label: name, type: 'soap', is_active: true, config }] }
    const made = await send<{ resource: [{ id: number }] }>('POST', 'system/service', { as, body })
    expect(made.status).toBe(201)
    return made.body.resource[0].id
  }
  let wsdl: string
  beforeAll(() => {
    wsdl = `${remote.address}/soap?wsdl`
  })
  const token = { username: 'ann', password: 'do not tell' }
  const headers = [{ type: 'generic', namespace: 'urn:parts', name: 'Tenant', data: 'a<b&"c"' }]
  let id: number
  beforeAll(async () => {
    id = await add('parts', { wsdl, headers, wsse_username_token: token })
    await add('digested', { wsdl, headers, wsse_username_token: { ...token, digest: true } })
    await add('old', { wsdl: `${remote.address}/old?wsdl` })
  })
  const call = (path: string, body?: unknown) => send('POST', path, { as, body })

  it.each([
    ['page', 503, 'is not a WSDL'],
    ['text', 503, 'is not a WSDL'],
    ['entities', 503, 'is not a WSDL'],
    ['deep', 503, 'is not a WSDL'],
    ['bomb', 503, 'have more than 200000 members'],
    ['inner', 503, 'is not a public host'],
    ['endless', 502, 'is longer than 10485760 bytes'],
    ['none-answer', 502, 'is not a SOAP message'],
    ['entities-answer', 502, 'is not a SOAP message'],
    ['endless-answer', 502, 'is longer than 10485760 bytes'],
  ])('withstands %s', async (name, status, sentence) => {
    await add(name, { wsdl: `${remote.address}/${name}.wsdl` })
    const answer = await call(`${name}/Sum`, { number: [1] })
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([status, expect.stringContaining(sentence)])
  })

  it.each([
    ['Sum', { numbers: [1] }, "There is no 'numbers'. Use one of number."],
    ['Sum', { number: ['one'] }, "'number' must be a whole number."],
    ['Sum', [1], 'must be an object'],
    ['Weigh', { part: [{ name: 'a' }] }, "'part' cannot be a list."],
    ['Weigh', { part: { name: 'a', part: [{ nam: 'b' }] } }, "There is no 'part.part.nam'."],
    ['Weigh', { part: { name: 'a', unit: 'mile' } }, "'part.unit' must be one of piece, metre."],
    ['Weigh', { part: { name: 'a', inStock: 'maybe' } }, "'part.inStock' must be true or false."],
    ['Weigh', { part: { name: { first: 'a' } } }, "'part.name' cannot be an object"],
    ['Weigh', { part: { name: '\u0001' } }, 'control characters'],
    ['Fail', { whose: 'Client' }, 'It was the Client.'],
  ])('rejects %s with %j', async (name, body, sentence) => {
    const answer = await call(`parts/${name}`, body)
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([400, expect.stringContaining(sentence)])
  })

  it('rejects unknown operations, and maps faults to 400 or 502 by who is to blame', async () => {
    expect(await call('parts/Nothing', {})).toMatchObject({ status: 404 })
    expect(await send('GET', 'parts/Sum', { as })).toMatchObject({ status: 405 })
    expect(await call('parts/Fail', { whose: 'Server' })).toMatchObject({ status: 502 })
    const refused = { wsdl: 'file:///etc/passwd', headers: [] }
    const body = { resource: [{ name: 'odd', label: 'odd', type: 'soap', config: refused }] }
    expect(await send('POST', 'system/service', { as, body })).toMatchObject({ status: 400 })
  })

  it('calls operations with typed values, including special characters', async () => {
    expect(await call('parts/Sum', { number: [1, 2, 3] })).toMatchObject({ status: 200, body: { sum: 6 } })
    const part = {
      unit: 'metre',
      name: '<rope> & "cord"',
      weight: 1.5,
      inStock: true,
      part: [{ name: 'strand', weight: null, part: [{ name: 'fibre' }] }, { name: 'end' }],
    }
    const { status, body } = await call('parts/Weigh', { part })
    expect([status, body]).toEqual([
      200,
      { weight: 1.5, part: expect.objectContaining({ name: part.name, inStock: true }) },
    ])
    expect(body).toMatchObject({ part: { part: [{ name: 'strand', part: [{ name: 'fibre' }] }, { name: 'end' }] } })
    expect(await call('old/add', { a: 2, b: 3 })).toMatchObject({ status: 200, body: { total: 5 } })
  })

  it('signs in with WS-Security and sends additional headers', async () => {
    expect(await call('parts/Who', {})).toMatchObject({ status: 200, body: { user: 'ann', tenant: 'a<b&"c"' } })
    expect(remote.heard.token).toContain('do not tell')
    expect(await call('digested/Who', {})).toMatchObject({ status: 200, body: { user: 'ann' } })
    expect(remote.heard.token).not.toContain('do not tell')
    expect(remote.heard.token).toContain('PasswordDigest')
  })

  it('describes its operations as components for roles', async () => {
    expect(await send('GET', 'parts', { as })).toMatchObject({
      body: { resource: [{ name: 'Weigh' }, { name: 'Sum' }, { name: 'Who' }, { name: 'Fail' }] },
    })
    const document = await send<{ paths: object; components: { schemas: Record<string, object> } }>(
      'GET',
      'api_docs/parts',
      { as },
    )
    expect(Object.keys(document.body.paths)).toEqual(['/', '/Weigh', '/Sum', '/Who', '/Fail'])
    expect(document.body.components.schemas.Part).toMatchObject({
      properties: {
        name: { type: 'string' },
        weight: { type: 'number' },
        unit: { enum: ['piece', 'metre'] },
        part: { type: 'array', items: { $ref: '#/components/schemas/Part' } },
      },
    })
    const access = [{ service_id: id, component: 'Sum', verbs: ['POST'] }] as const
    const { api_key: key } = await make.app({ role_id: (await make.role({ access })).id })
    expect(await send('POST', 'parts/Sum', { key, body: { number: [1] } })).toMatchObject({ status: 200 })
    expect(await send('POST', 'parts/Who', { key, body: {} })).toMatchObject({ status: 401 })
  })

  it('can be tested before it is saved, and masks its secrets', async () => {
    const check = (config: object) => send('POST', 'system/service_check', { as, body: { type: 'soap', config } })
    expect(await check({ wsdl })).toMatchObject({ body: { success: true } })
    expect(await check({ wsdl: 'http://127.0.0.1:9/' })).toMatchObject({ body: { success: false } })
    const shown = await send('GET', `system/service/${id}`, { as })
    expect(JSON.stringify(shown.body)).not.toMatch(/do not tell|a<b/)
    expect(failures).toEqual([])
  })
})
