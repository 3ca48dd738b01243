import { expect, test } from 'vitest'
import { decodeText, withLineEnds } from './file-content.ts'

const bytes = (...values: readonly number[]) => Uint8Array.from(values).buffer
const utf8 = (text: string) => {
  const { buffer, byteOffset, byteLength } = new TextEncoder().encode(text)
  return buffer.slice(byteOffset, byteOffset + byteLength)
}

test('bytes that are not UTF-8, or contain control characters, are not text', () => {
  expect(decodeText(bytes(0x66, 0xfc, 0x72))).toBeNull()
  expect(decodeText(bytes(0x66, 0x00, 0x72))).toBeNull()
})

test('a text is preserved with its byte order mark and line endings', () => {
  for (const text of ['', 'one', 'one\ntwo\n', 'one\r\ntwo\r\n', '\ufeffmarked\r\n']) {
    const decoded = decodeText(utf8(text))
    expect(decoded?.text).not.toContain('\r')
    expect(decoded && withLineEnds(decoded.text, decoded.ends)).toBe(text)
  }
})

test('mixed line endings are detected', () => {
  expect(decodeText(utf8('one\r\ntwo\n'))?.ends).toBe('mixed')
  expect(decodeText(utf8('old\rmac'))?.ends).toBe('mixed')
})
