import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { newDraft } from '@millwright/connector/files/file-storage'
import { expect, onTestFinished, test } from 'vitest'
import { sweepDrafts } from './sweep-drafts.ts'

test('deletes drafts of killed uploads, but not current drafts or other files', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-drafts-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const put = (path: string, seconds: number) => {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, 'half')
    utimesSync(file, seconds, seconds)
  }
  put(`a/b/${newDraft()}`, 100)
  put(newDraft(), 100)
  put(`a/${newDraft()}`, 300)
  put('a/song.part', 100)
  put('a/b/note.txt', 100)
  await sweepDrafts(folder, 200_000)
  const left = readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [entry.name] : [],
  )
  expect(left.toSorted()).toEqual([expect.stringMatching(/^\.[0-9a-f-]{36}\.part$/), 'note.txt', 'song.part'])
})

test('does nothing for a missing folder', async () => {
  await sweepDrafts('/nowhere/at/all', Date.now())
})
