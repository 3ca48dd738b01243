import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lastWords, longestSilence, runCommand, sayWhatRuns, watchSilence } from './run-command.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millwright-command-'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

const node = (source: string) => runCommand(process.execPath, ['-e', source])

test('a program that is silent for too long prints what it was doing, and is killed', async () => {
  const [begun, told] = [join(folder, 'begun'), join(folder, 'told')]
  const finished = node(`
    const { writeFileSync } = require('node:fs')
    process.on('${sayWhatRuns}', () => {
      console.log('Running: the slow one')
      writeFileSync('${told}', '')
    })
    setInterval(() => {}, 1000)
    console.log('begun')
    writeFileSync('${begun}', '')
  `)
  await expect.poll(() => existsSync(begun)).toBe(true)
  vi.advanceTimersByTime(longestSilence)
  await expect.poll(() => existsSync(told)).toBe(true)
  vi.advanceTimersByTime(lastWords)
  const { code, output } = await finished
  expect(code).not.toBe(0)
  expect(output).toMatch(/begun[\s\S]*without a word[\s\S]*Running: the slow one/)
})

test('a program that ends by itself is not killed, and its whole output is kept', async () => {
  const { code, output } = await node(`for (let n = 0; n < 13; n++) console.log(n); process.exitCode = 3`)
  expect({ code, output }).toEqual({ code: 3, output: Array.from({ length: 13 }, (_, at) => `${at}\n`).join('') })
})

test('a slow program with output continues, and silence is reported once', () => {
  const onSilence = vi.fn()
  const watch = watchSilence(1000, onSilence)
  for (let n = 0; n < 13; n++) {
    vi.advanceTimersByTime(900)
    watch.heard()
  }
  expect(onSilence).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1000)
  watch.heard()
  vi.advanceTimersByTime(5000)
  expect(onSilence).toHaveBeenCalledOnce()

  const stopped = vi.fn()
  watchSilence(1000, stopped).stop()
  vi.advanceTimersByTime(5000)
  expect(stopped).not.toHaveBeenCalled()
})
