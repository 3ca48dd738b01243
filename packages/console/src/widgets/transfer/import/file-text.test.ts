import { expect, test } from 'vitest'
import { encodingOf, filePieces } from './file-text.ts'

const { signal } = new AbortController()

/** Reads a file like the import. */
async function read(...parts: readonly (string | readonly number[])[]) {
  const file = new Blob(parts.map((part) => (typeof part === 'string' ? part : Uint8Array.from(part))))
  const encoding = await encodingOf(file, signal)
  let text = ''
  for await (const piece of filePieces(file, encoding)(signal)) text += piece
  return { encoding, text }
}

test('rejects a file that is empty or contains no text', async () => {
  await expect(read()).rejects.toThrow('The file is empty.')
  await expect(read('PK', [3, 4, 0, 0])).rejects.toThrow('This file is not text.')
})

test.each([
  ['UTF-8', ['id\nMül', 'ler €'], 'utf-8', 'id\nMüller €'],
  ['what spreadsheets of Windows write', ['M', [0xfc], 'ller'], 'windows-1252', 'Müller'],
  ['a last character that is cut off', ['a', [0xc3]], 'windows-1252', 'aÃ'],
  ['UTF-16', [[0xff, 0xfe, 0x4d, 0, 0xfc, 0]], 'utf-16le', 'Mü'],
  ['UTF-16 with its bytes the other way', [[0xfe, 0xff, 0, 0x4d, 0, 0xfc]], 'utf-16be', 'Mü'],
] as const)('reads %s with its encoding', async (_name, parts, encoding, text) => {
  expect(await read(...parts)).toEqual({ encoding, text })
})

test('decodes a character split across two chunks, however late the first one arrives', async () => {
  const far = 'a'.repeat(256 * 1024 - 1)
  expect(await read(far, 'ü')).toEqual({ encoding: 'utf-8', text: `${far}ü` })
  expect(await read(far, far, [0xfc])).toEqual({ encoding: 'windows-1252', text: `${far}${far}ü` })
})
