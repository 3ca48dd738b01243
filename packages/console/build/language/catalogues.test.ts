import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compiledSource } from './catalogues.ts'
import { shortName } from './inline-messages.ts'
import { messagesIn } from './messages-in.ts'

const at = (path: string) => join(import.meta.dirname, '../../src', path)

describe('the catalogue compiler', () => {
  it.each([
    `catalogue({ a: \`x \${y}\` })`,
    'catalogue({ a: word })',
    'catalogue({ ...others })',
    'catalogue({ [a]: "x" })',
    'catalogue({ a: "x" }); catalogue({ b: "y" })',
  ])('rejects %s', (code) => {
    expect(() => messagesIn(code, 'messages.ts')).toThrow()
  })

  it('names the invalid message', () => {
    expect(() => compiledSource("export const t = catalogue({ rows: '{count' })", at('app/messages.ts'))).toThrow(
      /rows/,
    )
  })

  it('inlines the texts of a catalogue, and names the folder of the translations', () => {
    const code = compiledSource("export const t = catalogue({ a: 'A' + 'B' })", at('features/login/messages.ts'))
    expect(code).toContain('export const t = catalogue({}, "features/login")')
    expect(code).not.toContain('format.ts')
  })

  it('keeps the whole catalogue for modules that pass it on', () => {
    expect(compiledSource("export const t = catalogue({ first: 'A' })", at('features/login/messages.ts'))).toContain(
      'export const t$whole = {\n  get "first"() { return t.a ?? ("A") }\n}',
    )
    expect(compiledSource("import { t } from './messages.ts'\nshow({ t })", at('features/login/a.ts'))).toBe(
      "import { t$whole as t$whole } from './messages.ts'\nimport { t } from './messages.ts'\nshow({ t: t$whole })",
    )
  })

  it.each([
    ['const a = () => t.title', 'const a = () => (t.a ?? ("Login"))'],
    ['const a = () => ({ t: t.title }).t', 'const a = () => ({ t: (t.a ?? ("Login")) }).t'],
    ['type A = typeof t; () => t.title', 'type A = typeof t; () => (t.a ?? ("Login"))'],
    ['const a = { b: t.title }', 'const a = { get b() { return (t.a ?? ("Login")) } }'],
    ["f([{ 'b-c': [t.title] }])", 'f([{ get \'b-c\'() { return [(t.a ?? ("Login"))] } }])'],
    ['const a = { b: { ...c, d: t.title } }', 'const a = { get b() { return { ...c, d: (t.a ?? ("Login")) } } }'],
    ['const a = { ...c, d: t.title }', 'const a = { ...c, get d() { return (t.a ?? ("Login")) } }'],
    ['const a = { b: () => ({ c: t.title }) }', 'const a = { b: () => ({ c: (t.a ?? ("Login")) }) }'],
  ])('compiles %s to %s', (source, written) => {
    const code = compiledSource(`import { t } from './messages.ts'\n${source}`, at('features/login/a.ts'))
    expect(code).toBe(`import { t } from './messages.ts'\n${written}`)
  })

  it.each(['const a = t.title', 'const [a] = [t.title]', 'const { a = t.title } = b'])('rejects %s', (source) => {
    const read = `import { t } from './messages.ts'\n${source}`
    expect(() => compiledSource(read, at('features/login/a.ts'))).toThrow('is read when the file is loaded')
  })

  it('names messages alike in all languages', () => {
    const german = compiledSource(
      "export const translation = { title: 'Anmelden' }",
      at('features/login/messages.de.ts'),
    )
    expect(german).toBe('export const translation = {\n  a: "Anmelden"\n}\n')
    expect(compiledSource("catalogue({ title: 'Login' })", at('features/login/messages.ts?pseudo'))).toContain(
      '  a: "[',
    )
  })

  describe('a partly translated folder', () => {
    const translated = (members: string) =>
      compiledSource(`export const translation = { ${members} }`, at('features/login/messages.fr.ts'))

    it('contains only its translated messages, so that the rest stays English, and none whose name is unknown in English', () => {
      expect(translated("title: 'Connexion', nowhere: 'Nulle part', constructor: 'x'")).toBe(
        'export const translation = {\n  a: "Connexion"\n}\n',
      )
      expect(translated('')).toBe('export const translation = {\n\n}\n')
    })

    it.each([
      ['a value', 'Connexion de {name}'],
      ['a tag', 'Connexion <b>ici</b>'],
      ['a plural', '{count, plural, one {#} other {#}}'],
    ])('is rejected with %s that the English text lacks, naming the message', (_, text) => {
      expect(() => translated(`title: '${text}'`)).toThrow(
        /messages\.fr\.ts: title: .* which the English text does not/,
      )
    })

    it.each(['Connexion {', '<b>Connexion'])('is rejected with %j, which is not a message', (text) => {
      expect(() => translated(`title: '${text}'`)).toThrow(/title/)
    })

    it.each([
      ['1 < 2 & 3 > 2 "so"', '1 < 2 & 3 > 2 "so"'],
      ["'{'name'}' '<b>'x'</b>'", '{name} <b>x</b>'],
      ['$& __proto__ constructor', '$& __proto__ constructor'],
    ])('keeps quoted syntax and special characters of %j as text', (text, shown) => {
      expect(translated(`title: ${JSON.stringify(text)}`)).toBe(
        `export const translation = {\n  a: ${JSON.stringify(shown)}\n}\n`,
      )
    })
  })

  it.each(['t.nowhere', 'const f = (t) => t.title', 'const t = 1'])('rejects %s', (code) => {
    expect(() => compiledSource(`import { t } from './messages.ts'\n{ ${code} }`, at('features/login/a.ts'))).toThrow(
      /nowhere|hides/,
    )
  })

  it('generates names for any number of messages', () => {
    const names = Array.from({ length: 3000 }, (_, index) => shortName(index))
    expect(new Set(names).size).toBe(3000)
    expect([names[0], names[51], names[52], names[2755]]).toEqual(['a', 'Z', 'aa', 'ZZ'])
  })

  it('makes dynamic imports of modules wait for their messages, but not those of packages', () => {
    const code = compiledSource(
      "const a = () => import('./b.tsx')\nconst c = () => import('react')",
      at('app/frame/a.ts'),
    )
    expect(code).toContain("loadWithMessages(import('./b.tsx'))")
    expect(code).toContain("=> import('react')")
    expect(code).toContain('from "./../../language/catalogue.ts"')
  })

  it('leaves sources without messages or imports unchanged', () => {
    expect(compiledSource('export const a = 1', at('app/a.ts'))).toBeNull()
    expect(compiledSource("import('./b.ts')", '/elsewhere/a.ts')).toBeNull()
  })
})
