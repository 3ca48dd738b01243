import { expect, test } from 'vitest'
import { codeFile } from './code-host-dialog.tsx'

test.each([
  '',
  'no address',
  'ftp://code.example.com/o/r/blob/main/a.js',
  'https://code.example.com/o/r',
  'https://code.example.com/o/r/tree/main/a.js',
  'https://code.example.com/o/r/blob/main',
  'https://raw.example.com/o/r/main',
])('finds no file in “%s”', (address) => {
  expect(codeFile(address)).toBeNull()
})

test.each([
  'https://code.example.com/o/r/blob/main/in%20a/b.js?raw=1#L3',
  ' https://raw.example.com/o/r/main/in%20a/b.js ',
])('finds a file in %s', (address) => {
  expect(codeFile(address)).toEqual({ owner: 'o', repository: 'r', reference: 'main', path: 'in a/b.js' })
})
