import { expect, test } from 'vitest'
import { snippetOf } from '../../widgets/code/call-code/snippets.ts'
import { readTryResponse } from './use-try.ts'

const digits = ['12345678901234.56789', '9223372036854775807', '0.1000000000000000055']

test.each(digits)('a formatted response preserves %s', async (number) => {
  const response = new Response(`{"v":${number},"ok":1.50}`, { headers: { 'content-type': 'application/json' } })
  const { shown } = await readTryResponse(response, () => 1)
  expect(shown?.text).toBe(`{\n  "v": ${number},\n  "ok": 1.5\n}`)
})

test.each(digits)('a snippet sends %s unchanged, in every language', (number) => {
  const body = `{"v":${number}}`
  const call = { verb: 'POST', path: '/x', params: {}, headers: { 'Content-Type': 'application/json' }, body } as const
  for (const language of ['curl', 'javascript', 'python'] as const) {
    const text = snippetOf(language, { address: 'http://x/api/v2/x', call, caller: { kind: 'session' } })
    expect(text).toContain(number)
    expect(text).not.toMatch(/JSON\.stringify\(\{|json=\{/)
  }
})

test('a snippet with plain numbers uses the number literals of its language', () => {
  const call = { verb: 'POST', path: '/x', params: {}, headers: {}, body: '{"v":1.5}' } as const
  const text = snippetOf('javascript', { address: 'http://x/api/v2/x', call, caller: { kind: 'session' } })
  expect(text).toContain('JSON.stringify({')
})
