import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openSender } from '@millwright/instance/platform/outgoing/ask'
import { openDynalite } from '@millwright/instance/subjects/data/documents/suite/open-dynalite'
import { fixture } from '@millwright/instance/testing/fixture'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { describe, expect, it } from 'vitest'
import { DynamodbClient } from './dynamodb-client.ts'
import { open } from './dynamodb-database.ts'
import { dynamodbSettings } from './dynamodb-settings.ts'

const instance = sharedInstance()
const { send, root: as } = instance
const server = fixture(openDynalite, ({ close }) => close())

interface Listed {
  readonly resource: readonly Record<string, unknown>[]
  readonly meta?: object
}

const call = (verb: string, path: string, body?: unknown) =>
  send<Listed>(verb, `dynamo/${path}`, { as, ...(body !== undefined && { body }) })

const key = (name: string, type: string) => ({ name, type, is_primary_key: true })

const service = fixture(async () => {
  const record = { name: 'dynamo', label: 'Dynamo', type: 'aws_dynamodb', is_active: true, config: server.config }
  const made = await send<{ resource: [{ id: number }] }>('POST', 'system/service', {
    as,
    body: { resource: [record] },
  })
  expect(made.status).toBe(201)
  await call('POST', '_schema', {
    resource: [{ name: 'orders', field: [key('shop', 'string'), key('number', 'integer')] }],
  })
  await call('POST', '_schema', { resource: [{ name: 'plain' }] })
  return made.body.resource[0]
})

const orders = [1, 2, 10].map((number) => ({ shop: 'a', number, total: number * 2 }))

describe('services of the type aws_dynamodb', () => {
  it('reject keys that tables cannot have, and records without theirs', async () => {
    expect(service.id).toBeGreaterThan(0)
    for (const sent of [
      { name: 'ab' },
      { name: 'a b c' },
      { name: 'new', field: [key('a.b', 'string')] },
      { name: 'new', field: [key('a', 'string'), key('b', 'string'), key('c', 'string')] },
      { name: 'new', native: { ProvisionedThroughput: { ReadCapacityUnits: 'x', WriteCapacityUnits: 1 } } },
      { name: 'orders' },
    ]) {
      expect([sent, (await call('POST', '_schema', { resource: [sent] })).status]).toEqual([sent, 400])
    }
    for (const record of [{ number: 1 }, { shop: 'a' }, { shop: 'a', number: 'x' }, { shop: 'a', number: null }]) {
      expect([record, (await call('POST', '_table/orders', { resource: [record] })).status]).toEqual([record, 400])
    }
    expect((await call('GET', '_table/orders/a')).status).toBe(400)
    expect((await call('GET', '_table/none')).status).toBe(404)
    expect((await call('POST', '_table/none', { resource: [{ id: 'a' }] })).status).toBe(404)
    expect((await call('GET', '_table/orders?id_field=shop')).status).toBe(400)
    expect((await call('PATCH', '_table/orders', { resource: [{ shop: 'a', total: 1 }] })).status).toBe(400)
  })

  it('identify documents by hash and range key', async () => {
    expect((await call('POST', '_table/orders', { resource: orders })).body).toEqual({
      resource: orders.map(({ shop, number }) => ({ shop, number })),
    })
    expect(await call('POST', '_table/orders', { resource: [orders[0]] })).toMatchObject({
      status: 400,
      body: { error: { context: { resource: [{ code: 409 }] } } },
    })
    const ids = [
      { shop: 'a', number: 10 },
      { shop: 'a', number: 1 },
    ]
    expect((await call('POST', '_table/orders?method=GET&fields=total', { ids })).body.resource).toEqual([
      { total: 20 },
      { total: 2 },
    ])
    await call('PATCH', '_table/orders', { resource: [{ shop: 'a', number: 2, note: 'x' }] })
    expect((await call('GET', '_table/orders?filter=(shop=a) and (number=2)')).body.resource).toEqual([
      { ...orders[1], note: 'x' },
    ])
    expect((await call('GET', '_table/orders?filter=shop=a&as_list=true')).body.resource).toEqual([
      '(a,1)',
      '(a,2)',
      '(a,10)',
    ])
    expect((await call('GET', '_table/orders?order=total desc&limit=1&fields=number')).body.resource).toEqual([
      { number: 10 },
    ])
    expect((await call('GET', '_schema/orders')).body).toMatchObject({ primary_key: ['shop', 'number'] })
    expect(
      (
        await call('DELETE', '_table/orders', {
          ids: [
            { shop: 'a', number: 1 },
            { shop: 'b', number: 1 },
          ],
          rollback: true,
        })
      ).status,
    ).toBe(400)
    expect((await call('GET', '_table/orders?count_only=true')).body).toBe(3)
    expect((await call('DELETE', '_table/orders?filter=number > 2')).body.resource).toEqual([{ shop: 'a', number: 10 }])
    expect((await call('DELETE', '_table/orders?force=true')).status).toBe(200)
    expect((await call('GET', '_table/orders?count_only=true')).body).toBe(0)
  })

  it('keep sets, binary values and digits of numbers when documents are changed', async () => {
    const database = open(server.config, { openSender })
    await database.insert('plain', {
      id: 'a',
      text: 'aGk=',
      bytes: { $binary: 'aGk=' },
      digits: { $numberDecimal: '12345678901234567890.0123456789' },
    })
    expect(
      JSON.stringify(await database.find('plain', { where: null, fields: null, order: [], limit: 9, offset: 0 })),
    ).toContain('"digits":12345678901234567890.0123456789')
    await call('PATCH', '_table/plain/a', { bytes: 'aG8=', text: 'aG8=' })
    const { body } = await call('GET', '_table/plain?filter=(bytes=aG8=) and (digits > 12345678901234567890.01)')
    expect(body.resource).toMatchObject([{ id: 'a', bytes: 'aG8=', text: 'aG8=' }])
    await call('PATCH', '_table/plain/a', { digits: 1e300 }).then(({ status }) => expect(status).toBe(400))
    const made = await call('POST', '_table/plain', { resource: [{ n: 1 }] })
    expect(String(made.body.resource[0]?.id)).toMatch(/^[0-9a-f]{32}$/)
  })

  it('have their types again after a rollback', async () => {
    const client = new DynamodbClient(dynamodbSettings(server.config), { openSender })
    const item = { id: { S: 's' }, bytes: { B: 'aGk=' }, texts: { SS: ['a', 'b'] }, numbers: { NS: ['1', '2'] } }
    const stored = async () => (await client.act('GetItem', { TableName: 'plain', Key: { id: item.id } })).Item
    await client.act('PutItem', { TableName: 'plain', Item: item })
    const changes = { id: 's', bytes: 'no base 64', texts: ['c', 'c'], numbers: [], added: 1 }
    const none = { id: 'none', n: 1 }
    expect((await call('PATCH', '_table/plain?rollback=true', { resource: [changes, none] })).status).toBe(400)
    expect(await stored()).toEqual(item)
    expect((await call('DELETE', '_table/plain?ids=s,none&rollback=true')).status).toBe(400)
    expect(await stored()).toEqual(item)
    expect((await call('PATCH', '_table/plain/s', { texts: ['c'], numbers: [3, 4], bytes: 'aG8=' })).status).toBe(200)
    expect(await stored()).toEqual({ ...item, bytes: { B: 'aG8=' }, texts: { SS: ['c'] }, numbers: { NS: ['3', '4'] } })
    expect((await call('GET', '_table/plain?as_list=true&filter=(texts=c) and (numbers=4)')).body.resource).toEqual([
      's',
    ])
    await call('PATCH', '_table/plain/s', { texts: ['c', 'c'] })
    expect(await stored()).toMatchObject({ texts: { L: [{ S: 'c' }, { S: 'c' }] } })
    client.close()
  })

  it('page beyond what DynamoDB returns at once', async () => {
    const records = Array.from({ length: 60 }, (_, at) => ({ id: `p${at + 10}`, at, filler: 'x'.repeat(50_000) }))
    await call('DELETE', '_table/plain?force=true')
    expect((await call('POST', '_table/plain', { resource: records })).status).toBe(200)
    expect((await call('GET', '_table/plain?count_only=true')).body).toBe(60)
    expect((await call('GET', '_table/plain?count_only=true&filter=at >= 30')).body).toBe(30)
    const pages = await Promise.all(
      [0, 25, 50].map((offset) => call('GET', `_table/plain?as_list=true&limit=25&offset=${offset}`)),
    )
    const listed = pages.flatMap(({ body }) => body.resource)
    expect(new Set(listed).size).toBe(60)
    const sorted = await call('GET', '_table/plain?fields=at&order=at desc&limit=2&offset=1')
    expect(sorted.body.resource).toEqual([{ at: 58 }, { at: 57 }])
    const ids = records.map(({ id }) => id)
    expect((await call('POST', '_table/plain?method=GET&fields=at', { ids })).body.resource).toHaveLength(60)
  })
})

type Answer = readonly [status: number, body: object]

/** Answers with what is queued. */
const queue = fixture(
  async () => {
    const answers: Answer[] = []
    const asked: string[] = []
    const answering = createServer((request, response) => {
      asked.push(String(request.headers['x-amz-target']).replace(/.*\./, ''))
      request.resume().on('end', () => {
        const [status, body] = answers.shift() ?? [500, {}]
        response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body))
      })
    })
    await new Promise<void>((resolve) => answering.listen(0, '127.0.0.1', resolve))
    const { port } = answering.address() as AddressInfo
    const close = () => {
      answering.closeAllConnections()
      return new Promise((resolve) => answering.close(resolve))
    }
    return {
      answers,
      asked,
      close,
      config: { key: 'k', secret: 'do-not-tell', region: 'eu-west-1', endpoint: `http://127.0.0.1:${port}/` },
    }
  },
  ({ close }) => close(),
)

describe('requests to DynamoDB', () => {
  it('are repeated while it throttles, and for items that it left', async () => {
    const table = {
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    }
    const item = { id: { S: 'a' } }
    queue.answers.push(
      [200, { Table: table }],
      [400, { __type: 'x#ThrottlingException' }],
      [200, { Items: [item], Count: 1 }],
    )
    queue.answers.push([200, { UnprocessedItems: { plain: [{ DeleteRequest: { Key: item } }] } }], [200, {}])
    const database = open(queue.config, { openSender })
    await database.clear('plain', null)
    expect(queue.asked.splice(0)).toEqual(['DescribeTable', 'Scan', 'Scan', 'BatchWriteItem', 'BatchWriteItem'])
    queue.answers.push([200, { Responses: { plain: [] }, UnprocessedKeys: { plain: { Keys: [item] } } }])
    queue.answers.push([200, { Responses: { plain: [item] } }])
    const where = { kind: 'in', negated: false, field: 'id', texts: ['a'] } as const
    expect(await database.find('plain', { where, fields: null, order: [], limit: 1, offset: 0 })).toEqual([{ id: 'a' }])
    queue.answers.push(...Array.from({ length: 5 }, (): Answer => [400, { __type: 'x#ThrottlingException' }]))
    await expect(database.count('plain', null)).rejects.toThrow('currently accepts no more requests')
  })

  it('that only apply to what was read are repeated if it was changed in between', async () => {
    const found: Answer = [200, { Responses: { plain: [{ id: { S: 'a' }, n: { N: '1' } }] } }]
    const changed: Answer = [400, { __type: 'x#ConditionalCheckFailedException' }]
    const database = open(queue.config, { openSender })
    const keys: Answer = [
      200,
      { Table: { AttributeDefinitions: [], KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }] } },
    ]
    queue.answers.splice(0, 9, keys, found, changed, found, [200, {}])
    const where = { kind: 'compare', negated: false, field: 'n', operator: '=', text: '1' } as const
    expect(await database.update('plain', 'a', { m: 2 }, where)).toBe(true)
    queue.answers.push(found, changed, [200, { Responses: { plain: [{ id: { S: 'a' }, n: { N: '2' } }] } }])
    expect(await database.remove('plain', 'a', where)).toBe(false)
  })
})

describe('the connection test of aws_dynamodb', () => {
  const checked = async (config: object) => {
    const body = { name: 'test', type: 'aws_dynamodb', config }
    return (await send<{ success: boolean; reason: string }>('POST', 'system/service_check', { as, body })).body
  }

  it('tells each fault apart, without the secret', async () => {
    const { config, answers } = queue
    const reasons = [await checked({ ...config, endpoint: 'http://127.0.0.1:9/' })]
    for (const answer of [
      [400, { __type: 'com.amazon.coral.service#UnrecognizedClientException', message: 'do-not-tell' }],
      [400, { __type: 'com.amazon.coral.service#AccessDeniedException', Message: 'do-not-tell' }],
      [400, { __type: 'com.amazonaws#ValidationException', message: 'The do-not-tell is wrong' }],
      [200, []],
      [500, {}],
    ] as const) {
      answers.splice(0, 9, answer)
      reasons.push(await checked(config))
    }
    const where = `DynamoDB at ${new URL(config.endpoint).host}`
    expect(reasons.map(({ reason }) => reason)).toEqual([
      'The DynamoDB at 127.0.0.1:9 cannot be used now: connection refused.',
      `The ${where} cannot be used now: it refuses the key.`,
      `The ${where} does not allow this for the user of the service.`,
      'The database refuses it: The … is wrong.',
      `The ${where} cannot be used now: its response is not one of DynamoDB.`,
      `The ${where} cannot be used now: it responded with status 500.`,
    ])
    for (const wrong of [{ secret: '' }, { endpoint: 'ftp://a.test' }, { proxy: 'nowhere' }, { region: 'mars-1' }]) {
      const body = { name: 'test', type: 'aws_dynamodb', config: { ...config, ...wrong } }
      expect([wrong, (await send('POST', 'system/service_check', { as, body })).status]).toEqual([wrong, 400])
    }
    expect(await checked(server.config)).toMatchObject({ success: true })
  })
})
