import { describe, expect, it } from 'vitest'
import { type TestInstance, testInstance } from '../../testing/test-instance.ts'

const csv = { 'content-type': 'text/csv' }
const xml = { 'content-type': 'application/xml' }

interface Person {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly is_active: boolean
  readonly lookup_by_user_id?: readonly { readonly name: string; readonly value: string | null }[]
}

function importInto(instance: TestInstance, body: string, headers: Record<string, string>, query = '') {
  return instance.send('POST', `system/user${query}`, { as: instance.root, body, headers })
}

async function people({ send, root }: TestInstance): Promise<readonly Person[]> {
  const { body } = await send<{ resource: Person[] }>('GET', 'system/user?related=lookup_by_user_id', { as: root })
  return body.resource
}

const emails = async (instance: TestInstance) => (await people(instance)).map(({ email }) => email)

describe('importing people', () => {
  it.each([
    ['an unclosed quote', 'name,email\n"A,a@example.test\n', csv],
    ['more cells than columns', 'name,email\nA,a@example.test,x\n', csv],
    ['only column names', 'name,email\n', csv],
    ['rows of a relation that are not JSON', 'email,lookup_by_user_id\na@example.test,[{\n', csv],
    ['a tag that is not closed', '<resource><email>a@example.test</resource>', xml],
    ['an entity of its own', '<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]><r><name>&e;</name></r>', xml],
    ['JSON under a wrong name', '{"resource":[{"email":"a@example.test"}]}', xml],
  ])('rejects a file with %s, and imports nothing of it', async (_, body, headers) => {
    const instance = await testInstance()
    const answer = await importInto(instance, body, headers)
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 400, message: expect.any(String) } } })
    expect(await people(instance)).toEqual([])
  })

  const oneBad = 'name,email\nA,a@example.test\nB,no address\nC,c@example.test\n'
  it.each([
    ['keeps what came before a bad row', '', ['a@example.test']],
    ['takes all but a bad row when it shall continue', '?continue=true', ['a@example.test', 'c@example.test']],
    ['takes nothing when it shall roll back', '?rollback=true', []],
  ])('%s, and reports each row', async (_, query, left) => {
    const instance = await testInstance()
    const { status, body } = await importInto(instance, oneBad, csv, query)
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: { code: 1000, context: { error: [1] } } })
    expect(await emails(instance)).toEqual(left)
  })

  it.each([
    [
      'CSV',
      'name,email,is_active,phone,password,lookup_by_user_id\r\n"Lee, Ann",ann@example.test,false,,"pass, word","[{""name"":""k"",""value"":""v""}]"\r\n',
      csv,
    ],
    [
      'XML',
      '<users><resource><name>Lee, Ann</name><email>ann@example.test</email><is_active>false</is_active><phone/><password>pass, word</password><lookup_by_user_id><name>k</name><value>v</value></lookup_by_user_id></resource></users>',
      xml,
    ],
    [
      'JSON',
      '[{"name":"Lee, Ann","email":"ann@example.test","is_active":false,"password":"pass, word","lookup_by_user_id":[{"name":"k","value":"v"}]}]',
      { 'content-type': 'application/json' },
    ],
  ])('imports people and their lookup keys from %s', async (_, body, headers) => {
    const instance = await testInstance()
    expect(await importInto(instance, body, headers)).toMatchObject({
      status: 201,
      body: { resource: [{ id: expect.any(Number) }] },
    })
    expect(await people(instance)).toMatchObject([
      { name: 'Lee, Ann', email: 'ann@example.test', is_active: false, lookup_by_user_id: [{ name: 'k', value: 'v' }] },
    ])
  })
})

describe('exporting people', () => {
  it.each(['csv', 'xml', 'json'])('returns a %s file that another instance can import', async (format) => {
    const first = await testInstance()
    await first.make.user({ name: 'Lee "A", Ann', email: 'ann@example.test', is_active: false })
    await first.make.user({ name: 'Böb & <Co>', email: 'bob@example.test' })
    const file = await first.send<unknown>('GET', `system/user?file=people.${format}`, { as: first.root })
    expect(file.headers['content-disposition']).toBe(`attachment; filename="people.${format}"`)
    const text = typeof file.body === 'string' ? file.body : JSON.stringify(file.body)
    expect(text).not.toContain('password')

    const second = await testInstance()
    const headers = { 'content-type': file.headers['content-type'] ?? '' }
    expect((await importInto(second, text, headers)).status).toBe(201)
    expect(await people(second)).toMatchObject([
      { name: 'Lee "A", Ann', email: 'ann@example.test', is_active: false },
      { name: 'Böb & <Co>', email: 'bob@example.test', is_active: true },
    ])
  })

  it('responds with errors in JSON, whatever format was requested', async () => {
    const { send, root } = await testInstance()
    const { status, headers } = await send('GET', 'system/user/99?file=x.csv', { as: root })
    expect(status).toBe(404)
    expect(headers['content-type']).toMatch(/^application\/json/)
    expect(headers['content-disposition']).toBeUndefined()
  })
})
