import { sessionTokenHeader } from '@millwright/contract/headers'
import { describe, expect, it } from 'vitest'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { isInstalled } from './script-service.ts'

const instance = sharedInstance()
const { send, root } = instance

const sources = {
  nodejs: {
    echo: "return { content: Buffer.concat([event.request.payload, Buffer.from([255])]), content_type: 'image/png' }",
    plain: 'return Buffer.from([0, 255, 1])',
    copy: "const { content } = await platform.api.get('files/picture.bin'); await platform.api.put('files/copy.bin', content); return content.length",
    kind: 'return { kind: typeof event.request.payload, a: event.request.parameters.a }',
  },
  python3: {
    echo: "return {'content': event['request']['payload'] + b'\\xff', 'content_type': 'image/png'}",
    plain: "return b'\\x00\\xff\\x01'",
    copy: "content = platform.api.get('files/picture.bin').read()\nplatform.api.put('files/copy.bin', content)\nreturn len(content)",
    kind: "return {'kind': 'string' if isinstance(event.request.payload, str) else 'other', 'a': event.request.parameters['a']}",
  },
  php: {
    echo: "return ['content' => $event['request']['payload'] . \"\\xff\", 'content_type' => 'image/png'];",
    plain: 'return "\\x00\\xff\\x01";',
    copy: "$found = $platform['api']->get('files/picture.bin'); $platform['api']->put('files/copy.bin', $found['content']); return strlen($found['content']);",
    kind: "return ['kind' => gettype($event['request']['payload']), 'a' => $event['request']['parameters']['a']];",
  },
}

describe.each(['nodejs', 'python3', 'php'] as const)('a script service in %s', (type) => {
  const absent = type !== 'nodejs' && !isInstalled(type)

  async function call(content: string, payload: Buffer | string | undefined, contentType = 'image/png', query = '') {
    const name = `bytes_${type}_${Math.random().toString(36).slice(2)}`
    const body = { name, label: name, type, is_active: true, config: { content } }
    expect((await send('POST', 'system/service', { as: root, body: { resource: [body] } })).status).toBe(201)
    return instance.server.inject({
      method: payload === undefined ? 'GET' : 'POST',
      url: `/api/v2/${name}${query}`,
      headers: { [sessionTokenHeader]: root.token, ...(payload === undefined ? {} : { 'content-type': contentType }) },
      ...(payload === undefined ? {} : { payload }),
    })
  }

  it.skipIf(absent)('receives and returns bytes', async () => {
    const sent = Buffer.from([0, 255, 1, 2, 200])
    const echoed = await call(sources[type].echo, sent)
    expect([echoed.statusCode, echoed.headers['content-type']]).toEqual([200, 'image/png'])
    expect(echoed.rawPayload).toEqual(Buffer.concat([sent, Buffer.from([255])]))
    const plain = await call(sources[type].plain, undefined)
    expect([plain.headers['content-type'], plain.rawPayload]).toEqual([
      'application/octet-stream',
      Buffer.from([0, 255, 1]),
    ])
  })

  it.skipIf(absent)('reads and writes files as bytes through platform.api', async () => {
    const bytes = Buffer.from([0, 255, 1, 2, 200])
    const file = async (method: 'GET' | 'PUT', path: string) =>
      instance.server.inject({
        method,
        url: `/api/v2/files/${path}`,
        headers: { [sessionTokenHeader]: root.token, ...(method === 'PUT' && { 'content-type': 'image/png' }) },
        ...(method === 'PUT' && { payload: bytes }),
      })
    expect((await file('PUT', 'picture.bin')).statusCode).toBe(201)
    const { statusCode, body } = await call(sources[type].copy, undefined)
    expect([statusCode, body]).toEqual([200, '5'])
    expect((await file('GET', 'copy.bin')).rawPayload).toEqual(bytes)
  })

  it.skipIf(absent)('receives text of an unknown type as text, and all values of a repeated parameter', async () => {
    const { body } = await call(sources[type].kind, 'just text', 'application/x-unknown', '?a=1&a=2')
    expect(JSON.parse(body)).toEqual({ kind: 'string', a: ['1', '2'] })
  })
})

it('a body of more bytes than the instance accepts is refused by a script service', async () => {
  const body = { name: 'small', label: 'Small', type: 'nodejs', is_active: true, config: { content: 'return 1' } }
  await send('POST', 'system/service', { as: root, body: { resource: [body] } })
  const { statusCode } = await instance.server.inject({
    method: 'POST',
    url: '/api/v2/small',
    headers: { [sessionTokenHeader]: root.token, 'content-type': 'image/png' },
    payload: Buffer.alloc(instance.parts.config.bodyLimit + 1),
  })
  expect(statusCode).toBe(413)
})
