import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documents, exampleLinks, helpLinks, installerLinks } from './home-data.ts'

const root = join(import.meta.dirname, '../../../../..')

test.each(documents())('$path exists', ({ path }) => {
  expect(existsSync(join(root, path))).toBe(true)
})

test('no link leads to a host that a distribution did not configure', () => {
  expect([...helpLinks(), ...exampleLinks(), ...installerLinks()].map(({ href }) => href).join('')).toBe('')
})
