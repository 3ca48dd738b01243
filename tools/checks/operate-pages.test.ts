import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../paths.mjs'
import { blocksIn, operateBlocks } from './operate-pages.ts'
import { isTest } from './source-files.ts'

const blocks = operateBlocks()
const told = ({ page, text }: { page: string; text: string }) => `${page}: ${text.split('\n')[0]}`

describe('the commands of docs/operate', () => {
  it('are each run by a test, or the page says why not', () => {
    expect(blocks.length).toBeGreaterThan(20)
    const neither = blocks.filter(({ runBy, notRun }) => (runBy === null) === (notRun === null))
    expect(neither.map(told)).toEqual([])
  })

  it('name existing tests', () => {
    const named = blocks.filter(({ runBy }) => runBy !== null)
    const missing = named.filter(({ runBy }) => !isTest(runBy ?? '') || !existsSync(join(root, runBy ?? '')))
    expect(missing.map(told)).toEqual([])
  })
})

it('are read with the lines before and after them', () => {
  const text = [
    '<!-- run by e2e/program/a.test.ts -->\n```sh\none\n```\n',
    '```sh\ntwo\n```\n\n*Not run by a test: it needs a cluster.*\n',
    '```yaml\nthree\n```\n\nSome words.\n',
    '```json\n{}\n```\n',
  ].join('\n')
  expect(blocksIn('p.md', text).map(({ text: content, runBy, notRun }) => [content, runBy, notRun])).toEqual([
    ['one\n', 'e2e/program/a.test.ts', null],
    ['two\n', null, 'it needs a cluster'],
    ['three\n', null, null],
  ])
})
