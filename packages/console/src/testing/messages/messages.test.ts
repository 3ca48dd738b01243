import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { messages } from '../message-catalogue.ts'

const tests = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.test.tsx'))
  .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
  .join()

test('has a unique id for every message', () => {
  const ids = messages.map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)])
})

test('has a test for every message', () => {
  const missing = messages.filter(({ id }) => !tests.includes(`'${id}'`)).map(({ id }) => id)
  expect(missing).toEqual([])
})
