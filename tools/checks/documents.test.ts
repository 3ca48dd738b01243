import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { features } from '@millwright/instance/subjects/operation/environment/sections'
import { describe, expect, it } from 'vitest'
import { root } from '../paths.mjs'
import { authorityPage, writtenTables } from './authority-page.ts'
import { localLinks, mayBeSaidIn, messagesIn, settingsNamed, wireReferences } from './documents.ts'
import { settingsPage } from './settings-page.ts'
import { documents, filesOf, isTest, sourceFiles } from './source-files.ts'

const exists = (path: string) => existsSync(join(root, path))

describe('the documentation', () => {
  const code = sourceFiles().filter(({ path }) => /^packages\/[^/]+\/src\//.test(path))
  const wirePages = filesOf(['docs/wire/*.md']).map(({ path }) => path)

  it('has every page of docs/wire that code refers to', () => {
    const missing = [...wireReferences(code)].filter(([page]) => !exists(page))
    expect(missing).toEqual([])
  })

  it('has no page of docs/wire that no code refers to', () => {
    const used = wireReferences(code)
    expect(wirePages.filter((page) => !used.has(page))).toEqual([])
  })

  it('has no broken link', () => {
    const broken = documents().flatMap((page) =>
      localLinks(page).flatMap((target) => (exists(target) ? [] : [`${page.path} → ${target}`])),
    )
    expect(broken).toEqual([])
  })

  it('says where to change what, and names files and folders that there are', () => {
    const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
    const [, table = ''] = /^\| To change or add \| Edit \|\n\|[ -|]+\n((?:\|.*\n)+)/m.exec(page) ?? []
    const rows = table.trim().split('\n')
    expect(rows.length).toBeGreaterThanOrEqual(30)
    const named = (row: string) => [...row.matchAll(/\]\(([^)]+)\)|`((?:packages|tools|docs)\/[^`]+)`/g)]
    expect(rows.filter((row) => named(row).length === 0 && !/`\w[\w./-]*`/.test(row))).toEqual([])
    const missing = rows.flatMap((row) => named(row).map(([, link, path]) => link ?? path ?? ''))
    expect(missing.filter((path) => !exists(path))).toEqual([])
  })

  it('explains every feature that the environment announces, and no other', () => {
    const page = readFileSync(join(root, 'docs/wire/environment.md'), 'utf8')
    const [, table = ''] = /^\| Feature \| Meaning \|\n\|[ -|]+\n((?:\|.*\n)+)/m.exec(page) ?? []
    expect([...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name)).toEqual(features.toSorted())
  })

  it('explains only messages that exist in the program', () => {
    const page = readFileSync(join(root, 'docs/operate/troubleshooting.md'), 'utf8')
    const said = code.filter(({ path }) => !isTest(path)).map(({ text }) => text)
    const messages = messagesIn(page)
    expect(messages.length).toBeGreaterThan(20)
    expect(messages.filter((message) => !said.some((text) => mayBeSaidIn(text, message)))).toEqual([])
  })

  it('lists the settings of the program (vitest --update writes the page)', async () => {
    await expect(settingsPage()).toMatchFileSnapshot(join(root, 'docs/settings.md'))
  })

  it('says what every written field and setting confers (vitest --update writes the page)', async () => {
    await expect(authorityPage()).toMatchFileSnapshot(join(root, 'docs/security/authority.md'))
    const listed = new Set(writtenTables.map(({ table }) => table))
    const declaring = code.filter(({ path, text }) => !isTest(path) && /declareTable\(/.test(text))
    const missing = declaring.flatMap(({ text }) =>
      [...text.matchAll(/declareTable\(\{\s+table: '(\w+)'(?:(?!declareTable\()[\s\S])*?\bauthority(?:: \{|,)/g)]
        .map(([, table = '']) => table)
        .filter((table) => ![...listed].some((each) => each === table)),
    )
    expect(missing).toEqual([])
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
  it('finds messages in the first cells of rows, with placeholders for variable parts', () => {
    expect(messagesIn('| Message | Help |\n| --- | --- |\n| `Port … is in use.` | Run `ss`. |')).toEqual([
      'Port … is in use.',
    ])
    expect(mayBeSaidIn('Error("Port " + port + " is in use.")', 'Port … is in use.')).toBe(true)
    expect(mayBeSaidIn('Error("is in use. Port")', 'Port … is in use.')).toBe(false)
  })

  it('resolves a link relative to its page', () => {
    const text = '[a](../b.md#part) [c](https://example.com) [d](#here) ![e](e.png)'
    expect(localLinks({ path: 'docs/adr/0001.md', text })).toEqual(['docs/b.md', 'docs/adr/e.png'])
  })
})
