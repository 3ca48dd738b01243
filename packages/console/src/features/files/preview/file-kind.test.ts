import { expect, test } from 'vitest'
import { languageOfFile, mediaTypeOf, previewKind } from './file-kind.ts'

const kind = (name: string, contentType: string | null = null) => previewKind({ name, contentType })

test('the extension decides how a file is shown, whatever type the server reports', () => {
  expect(kind('a.PNG', 'text/html')).toBe('image')
  expect(kind('a.html', 'application/octet-stream')).toBe('text')
  expect([kind('a.pdf'), kind('a.mp3'), kind('a.webm'), kind('.gitignore'), kind('Makefile')]).toEqual([
    'pdf',
    'audio',
    'video',
    'text',
    'text',
  ])
})

test('without a known extension, only text types are considered', () => {
  expect(kind('notes', 'text/plain')).toBe('text')
  expect([kind('a.bin', 'image/png'), kind('a.bin')]).toEqual(['unknown', 'unknown'])
})

test('no file is passed to the browser as a page', () => {
  expect(mediaTypeOf('a.html')).toBe('application/octet-stream')
  expect(mediaTypeOf('a.svg')).toBe('image/svg+xml')
})

test('source code is highlighted by extension', () => {
  expect([languageOfFile('a.mjs'), languageOfFile('b.yml'), languageOfFile('c.txt')]).toEqual([
    'javascript',
    'yaml',
    'text',
  ])
})
