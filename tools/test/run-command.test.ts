import { expect, test } from 'vitest'
import { runCommand, sayWhatRuns } from './run-command.ts'

const node = (source: string, silence?: number) => runCommand(process.execPath, ['-e', source], {}, silence)

test('a program that is silent for too long says what it was doing, and is ended', async () => {
  const { code, output } = await node(
    `process.on('${sayWhatRuns}', () => console.log('Running: the slow one')); setInterval(() => {}, 1000); console.log('begun')`,
    500,
  )
  expect(code).not.toBe(0)
  expect(output).toMatch(/begun[\s\S]*without a word[\s\S]*Running: the slow one/)
})

test('a program that is slow but not silent goes on', async () => {
  const source = `let n = 0; const t = setInterval(() => { console.log(n); if (++n > 12) clearInterval(t) }, 100)`
  const { code, output } = await node(source, 1000)
  expect({ code, output }).toEqual({ code: 0, output: Array.from({ length: 13 }, (_, at) => `${at}\n`).join('') })
})
