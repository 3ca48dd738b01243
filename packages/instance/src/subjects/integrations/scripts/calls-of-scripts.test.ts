import { apiKeyHeader, sessionTokenHeader } from '@millwright/contract/headers'
import { describe, expect, it } from 'vitest'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { isInstalled } from './script-service.ts'

const { send, root, make } = sharedInstance()

/** Each language's spelling of a call with a text as its body, and of one with what `platform.session` has as credentials. */
const languages = {
  nodejs: {
    sending: (verb: string, path: string, text: string) =>
      `return (await platform.api.${verb}('${path}', '${text}')).status_code`,
    asking: (address: string, header: string, value: string) =>
      `return (await platform.api.get('${address}', { headers: { '${header}': platform.session.${value} } })).content`,
  },
  python3: {
    sending: (verb: string, path: string, text: string) =>
      `return platform.api.${verb}('${path}', '${text}').status_code`,
    asking: (address: string, header: string, value: string) =>
      `return platform.api.get('${address}', {'headers': {'${header}': platform.session.${value}}}).content`,
  },
  php: {
    sending: (verb: string, path: string, text: string) =>
      `return $platform['api']->${verb}('${path}', '${text}')['status_code'];`,
    asking: (address: string, header: string, value: string) =>
      `return $platform['api']->get('${address}', null, ['headers' => ['${header}' => $platform['session']['${value}']]])['content'];`,
  },
} as const

const as = root
let made = 0

async function answerOf(type: string, content: string, by: Parameters<typeof send>[2] = { as }) {
  made += 1
  const name = `calling${made}`
  const record = { name, label: name, type, is_active: true, config: { content } }
  const { status } = await send('POST', 'system/service', { as, body: { resource: [record] } })
  expect(status).toBe(201)
  return (await send('GET', name, by)).body
}

describe.each(Object.entries(languages))('a call of a script in %s', (type, { sending, asking }) => {
  const test = it.skipIf(!isInstalled(type as keyof typeof languages))

  test('rejects a text that is no JSON where records are needed', async () => {
    expect(await answerOf(type, sending('post', 'system/lookup', '{"resource":['))).toBe(400)
    expect(await answerOf(type, sending('post', 'system/lookup', 'name'))).toBe(400)
  })

  test('takes a text that is JSON for a body, as over HTTP', async () => {
    const name = `by_${type}`
    expect(
      await answerOf(type, sending('post', 'system/lookup', `{"resource":[{"name":"${name}","value":"1"}]}`)),
    ).toBe(201)
    const { body } = await send('GET', `system/lookup?filter=name=${name}&fields=value`, { as })
    expect(body).toEqual({ resource: [{ value: '1' }] })
  })

  test('writes a text into a file as it is', async () => {
    const text = '{ "price": 1.50 }'
    expect(await answerOf(type, sending('post', `files/${type}.json`, text))).toBe(201)
    const { body } = await send('GET', `files/${type}.json?include_properties=1&content=1`, { as })
    expect(body).toMatchObject({ content: Buffer.from(text).toString('base64') })
  })

  test('reaches the instance by any absolute URL with the key or token of the run, and by none with another', async () => {
    const address = 'http://127.0.0.1:9/api/v2/system/role?fields=name&filter=name%3D%27none%27'
    const elsewhere = 'http://127.0.0.1:9/other/v2/system/role'
    for (const [header, value] of [
      [sessionTokenHeader, 'session_token'],
      [apiKeyHeader.toLowerCase(), 'api_key'],
    ] as const) {
      const { api_key: key } = await make.app({})
      const by = { as, key }
      expect(await answerOf(type, asking(address, header, value), by)).toEqual({ resource: [] })
      const refused = { error: { message: expect.stringContaining('127.0.0.1') } }
      expect(
        await answerOf(type, asking(address, header, 'user.email'.replace('.', type === 'php' ? "']['" : '.')), by),
      ).toMatchObject(refused)
      expect(await answerOf(type, asking(elsewhere, header, value), by)).toMatchObject(refused)
    }
  })
})
