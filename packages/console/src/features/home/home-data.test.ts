import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documents, exampleLinks, helpLinks, installerLinks } from './home-data.ts'

const root = join(import.meta.dirname, '../../../../..')

test.each(documents())('$path is there', ({ path }) => {
  expect(existsSync(join(root, path))).toBe(true)
})

test('no address leads to a host that a distribution did not put in', () => {
  expect([...helpLinks(), ...exampleLinks(), ...installerLinks()].map(({ href }) => href).join('')).toBe('')
})
