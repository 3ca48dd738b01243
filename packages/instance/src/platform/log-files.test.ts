import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createLogFiles, createLogger } from './logger.ts'

const place = mkdtempSync(join(tmpdir(), 'millwright-log-files-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))

const host = hostname()
const noon = Date.parse('2026-11-23T12:00:00Z')
const oneDay = 86_400_000

test('a folder that cannot be created loses log lines but causes no other failure', async () => {
  const file = join(place, 'a-file')
  writeFileSync(file, 'not a folder')
  const files = createLogFiles({ folder: join(file, 'logs'), days: 1 })
  files.write('one\n')
  await files.end()
  expect(readFileSync(file, 'utf8')).toBe('not a folder')
})

test('creates one file per day and leaves unrelated files alone', async () => {
  const folder = join(place, 'days')
  mkdirSync(folder)
  for (const name of ['notes.log', 'millwright-2026-11-01-other.001.log', 'millwright-2026-11-01.txt']) {
    writeFileSync(join(folder, name), '')
  }
  let now = noon
  const files = createLogFiles({ folder, days: 2, now: () => now })
  for (let day = 0; day < 3; day++) {
    files.write(`day ${day}\n`)
    await files.end()
    now += oneDay
  }
  expect(readdirSync(folder).toSorted()).toEqual([
    `millwright-2026-11-01.txt`,
    `millwright-2026-11-24-${host}.001.log`,
    `millwright-2026-11-25-${host}.001.log`,
    'notes.log',
  ])
  expect(readFileSync(join(folder, `millwright-2026-11-25-${host}.001.log`), 'utf8')).toBe('day 2\n')
})

test('starts another file when one is full, and continues the last one after a restart', async () => {
  const folder = join(place, 'full')
  const write = async (line: string) => {
    const files = createLogFiles({ folder, days: 1, largest: 10, now: () => noon })
    for (const number of ['one', 'two']) {
      files.write(`${line} ${number}\n`)
      await files.end()
    }
  }
  await write('first')
  await write('again')
  const names = readdirSync(folder).toSorted()
  expect(names.length).toBeGreaterThan(1)
  expect(names.map((name) => readFileSync(join(folder, name), 'utf8')).join('')).toBe(
    'first one\nfirst two\nagain one\nagain two\n',
  )
})

test('writes log lines to files as JSON, whatever the format on standard error', async () => {
  const folder = join(place, 'both')
  const shown: string[] = []
  const log = createLogger(
    { format: 'text', level: 'info', files: { folder, days: 1 } },
    { write: (line) => void shown.push(line) },
  )
  log.info({ path: '/a' }, 'request')
  const stored = () => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  await expect.poll(() => stored().join('')).toMatch(/"path":"\/a","msg":"request"\}\n$/)
  expect(shown.join('')).toMatch(/request path=\/a\n$/)
})
