import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { escapePlaceholders, placeholderParts } from '@millwright/contract/wire/config'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readFolder } from './folder-on-disk.ts'
import { fileNames, recordName } from './written-folder.ts'
import { readYaml, writeYaml } from './yaml-file.ts'

const names = [
  'a/b',
  'A/B',
  'con',
  'Con',
  '..',
  '.hidden',
  'end.',
  'end ',
  '100%',
  '%2F',
  'Büro',
  'büro',
  'x\u0000y',
  'a:b|c?',
  'nul.txt',
  ' ',
]

describe('names of files', () => {
  it('are different where case does not count, allowed on every system, and read back', () => {
    const files = [...fileNames(names)]
    expect(new Set(files.map(([, file]) => file.toLowerCase())).size).toBe(names.length)
    for (const [name, file] of files) {
      expect(file).not.toMatch(/[\p{Cc}<>:"/\\|?*]|^\.|[. ]$|^(?:con|nul)(?:\.|$)/iu)
      expect(recordName(file)).toBe(name)
    }
    expect(recordName('100%')).toBeNull()
  })
})

describe('a folder', () => {
  it('is read through links, as Kubernetes mounts it, and a link back ends', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'millwright-mounted-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    mkdirSync(join(folder, '..2026_11_28', 'roles'), { recursive: true })
    writeFileSync(join(folder, '..2026_11_28', 'millwright.yaml'), 'format: 1\n')
    writeFileSync(join(folder, '..2026_11_28', 'roles', 'Reader.yaml'), '')
    symlinkSync('..2026_11_28', join(folder, '..data'))
    for (const name of ['millwright.yaml', 'roles']) symlinkSync(join('..data', name), join(folder, name))
    expect([...(await readFolder(folder)).keys()]).toEqual(['millwright.yaml', 'roles/Reader.yaml'])
    symlinkSync('.', join(folder, 'again'))
    expect([...(await readFolder(folder)).keys()]).toContain('again/roles/Reader.yaml')
  })
})

describe('YAML', () => {
  const text = [
    '# comment',
    'a:',
    '  - b: 1',
    '    c: [x, y]',
    "'d.e': |",
    '  two',
    '  lines',
    'f:',
    '  g: {h: 1}',
    '',
  ].join('\n')

  it('is read with the line of each member and entry', () => {
    const { value, lineOf } = readYaml(text, 'x.yaml')
    expect(value).toEqual({ a: [{ b: 1, c: ['x', 'y'] }], 'd.e': 'two\nlines\n', f: { g: { h: 1 } } })
    const paths = [['a'], ['a', '0'], ['a', '0', 'c'], ['d.e'], ['f', 'g', 'h'], ['f', 'nothing'], []]
    expect(paths.map(lineOf)).toEqual([2, 3, 4, 5, 9, 8, 1])
  })

  it('may have no content', () => {
    for (const text of ['', '# nothing\n', '---\n']) expect(readYaml(text, 'x.yaml').value).toBeNull()
  })

  it.each([
    'a: 1\n---\nb: 2',
    'a: &x 1\nb: *x',
    'a: !!js/function x',
    'a: 1\na: 2',
    '\tb: 1',
    'a: [',
    '[['.repeat(5000),
  ])('is refused: %j', (odd) => {
    expect(() => readYaml(odd, 'x.yaml')).toThrow(/^x\.yaml/)
  })

  it.each([
    ['true'],
    ['0'],
    ['~'],
    ['a: b'],
    ['# c'],
    [''],
    ['\n'],
    ['two\nlines'],
    ['trailing \n'],
    ['\ttab'],
    ['2026-01-01'],
    ['ü\u2028'],
  ])('gives back the text %j', (value) => {
    expect(readYaml(writeYaml({ value }), 'x').value).toEqual({ value })
  })
})

describe('placeholders', () => {
  const env = `$${'{env:A}'}`
  it('are told from texts that look like them', () => {
    expect(placeholderParts(`https://${env}/x`)).toEqual(['https://', { source: 'env', name: 'A' }, '/x'])
    expect(placeholderParts(`$${env}`)).toEqual([env])
    expect(placeholderParts(`$${'{other:A}'} $x`)).toEqual([`$${'{other:A}'} $x`])
    expect(placeholderParts('')).toEqual([''])
    expect(placeholderParts(escapePlaceholders(`a ${env} $${env}`)).join('')).toBe(`a ${env} $${env}`)
  })
})
