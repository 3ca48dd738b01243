import { expect, it } from 'vitest'
import { sharedInstance } from '../../../testing/test-instance.ts'

const { send, root } = sharedInstance()

/** The only allowed form of the header: one type, a quoted name that cannot end early, and the encoded full name. */
const form =
  /^(?:inline|attachment); filename="[ !#-[\]-~]*"(?:; filename\*=UTF-8''(?:[\w.!#$&+^`|~-]|%[0-9A-F]{2})+)?$/

it.each([
  'plain.txt',
  'two words.txt',
  'a"; filename="other.exe',
  "it's; x=y.txt",
  'жук and 甲虫.txt',
  'percent%22%0d%0aSet-Cookie=a.txt',
  "it's (жук).txt",
  'semi;colon,comma=.txt',
])('downloads a file named %s under its own name', async (name) => {
  const path = `files/${encodeURIComponent(name)}`
  const headers = { 'content-type': 'text/plain' }
  expect((await send('POST', path, { as: root, headers, body: 'x' })).status).toBe(201)
  for (const query of ['', '?download=true']) {
    const answer = await send('GET', `${path}${query}`, { as: root })
    const told = String(answer.headers['content-disposition'])
    expect({ status: answer.status, told }).toEqual({ status: 200, told: expect.stringMatching(form) })
    const encoded = /filename\*=UTF-8''(\S+)$/.exec(told)?.[1]
    expect(encoded === undefined ? /filename="(.*)"$/.exec(told)?.[1] : decodeURIComponent(encoded)).toBe(name)
    expect(answer.headers['set-cookie']).toBeUndefined()
  }
})
