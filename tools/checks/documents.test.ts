import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../paths.ts'
import { localLinks, settingsNamed, wireReferences } from './documents.ts'
import { settingsPage } from './settings-page.ts'
import { documents, filesOf, isTest, sourceFiles } from './source-files.ts'

const exists = (path: string) => existsSync(join(root, path))

describe('the documentation', () => {
  const code = sourceFiles().filter(({ path }) => /^packages\/[^/]+\/src\//.test(path))
  const wirePages = filesOf(['docs/wire/*.md']).map(({ path }) => path)

  it('has every page of the wire that code refers to', () => {
    const missing = [...wireReferences(code)].filter(([page]) => !exists(page))
    expect(missing).toEqual([])
  })

  it('has no page of the wire that no code refers to', () => {
    const used = wireReferences(code)
    expect(wirePages.filter((page) => !used.has(page))).toEqual([])
  })

  it('has no broken link', () => {
    const broken = documents().flatMap((page) =>
      localLinks(page).flatMap((target) => (exists(target) ? [] : [`${page.path} → ${target}`])),
    )
    expect(broken).toEqual([])
  })

  it('lists the settings of the program (vitest --update writes the page)', async () => {
    await expect(settingsPage()).toMatchFileSnapshot(join(root, 'docs/settings.md'))
  })

  it('lists every setting that the program reads', () => {
    const read = settingsNamed(
      code
        .filter(({ path }) => !isTest(path))
        .map(({ text }) => text)
        .join(),
    )
    const listed = settingsNamed(settingsPage())
    expect([...read].filter((name) => !listed.has(name))).toEqual([])
  })
})

describe('reading documents', () => {
  it('takes a link as standing where its page stands', () => {
    const text = '[a](../b.md#part) [c](https://example.com) [d](#here) ![e](e.png)'
    expect(localLinks({ path: 'docs/adr/0001.md', text })).toEqual(['docs/b.md', 'docs/adr/e.png'])
  })
})
