import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endAllCommands, lastWords, longestSilence, runCommand, sayWhatRuns, watchSilence } from './run-command.ts'

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
  const begun = join(folder, 'begun')
  const told = join(folder, 'told')
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
  // What it printed before may arrive after the end was decided.
  expect(output.split('\n').filter(Boolean).toSorted()).toEqual([
    `Ended after ${longestSilence / 60_000} minutes without a word.`,
    'Running: the slow one',
    'begun',
  ])
})

test('a program that ends by itself is not killed, and its whole output is kept', async () => {
  const { code, output } = await node(`for (let n = 0; n < 13; n++) console.log(n); process.exitCode = 3`)
  expect({ code, output }).toEqual({ code: 3, output: Array.from({ length: 13 }, (_, at) => `${at}\n`).join('') })
})

test('ending programs ends what they started, even in groups of their own', async () => {
  const place = join(folder, 'pid')
  const finished = node(`
    const { pid } = require('node:child_process').spawn('sleep', ['600'], { detached: true, stdio: 'ignore' })
    require('node:fs').writeFileSync('${place}', String(pid))
    setInterval(() => {}, 1000)
  `)
  const isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  await expect.poll(() => existsSync(place) && readFileSync(place, 'utf8')).toMatch(/^\d+$/)
  const pid = Number(readFileSync(place, 'utf8'))
  expect(isAlive(pid)).toBe(true)
  endAllCommands()
  expect((await finished).code).not.toBe(0)
  await expect.poll(() => isAlive(pid)).toBe(false)
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
