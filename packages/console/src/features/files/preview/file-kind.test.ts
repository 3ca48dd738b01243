import { expect, test } from 'vitest'
import { languageOfFile, mediaTypeOf, previewKind } from './file-kind.ts'

const kind = (name: string, contentType: string | null = null) => previewKind({ name, contentType })

test('the ending says how a file is shown, whatever a server calls it', () => {
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

test('without a known ending the type of a text counts, and nothing else', () => {
  expect(kind('notes', 'text/plain')).toBe('text')
  expect([kind('a.bin', 'image/png'), kind('a.bin')]).toEqual(['unknown', 'unknown'])
})

test('nothing is given to the browser as a page', () => {
  expect(mediaTypeOf('a.html')).toBe('application/octet-stream')
  expect(mediaTypeOf('a.svg')).toBe('image/svg+xml')
})

test('programs are coloured by their ending', () => {
  expect([languageOfFile('a.mjs'), languageOfFile('b.yml'), languageOfFile('c.txt')]).toEqual([
    'javascript',
    'yaml',
    'text',
  ])
})
