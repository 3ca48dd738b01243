import { apiKeyHeader } from '@millwright/contract/headers'
import { describe, expect, it } from 'vitest'
import { documents, filesOf, isTest, sourceFiles } from './source-files.ts'
import { makersName, outsideHosts, pointsElsewhere, retiredTerms, retiredWords } from './words.ts'

const own = /^tools\/checks\//
const sources = [...sourceFiles(), ...filesOf(['packages/*/src/**/*.css', 'packages/*/*.html'])]
const wordsPage = 'docs/words.md'
/** Texts about former versions keep their words. */
const pastOrTable = /^(CHANGELOG|docs\/words)\.md$|^docs\/adr\//
const written = [...sources, ...documents()].filter(({ path }) => !own.test(path))

describe('the words of the repository', () => {
  it('name no host that the program could contact without configuration', () => {
    const program = sources.filter(({ path }) => path.startsWith('packages/'))
    expect(program.flatMap(outsideHosts)).toEqual([])
  })

  it("name the original maker only in the API's header names", () => {
    expect(written.flatMap((file) => makersName(file, apiKeyHeader))).toEqual([])
  })

  it('refer to nothing that readers do not have', () => {
    expect(written.flatMap(pointsElsewhere)).toEqual([])
  })

  it('are not those that docs/words.md retired', () => {
    const pages = documents()
    const terms = retiredTerms(pages.find(({ path }) => path === wordsPage)?.text ?? '')
    expect(terms.length).toBeGreaterThan(15)
    const program = sources.filter(({ path }) => /^packages\/.*\.tsx?$/.test(path) && !isTest(path))
    const files = [...program, ...pages.filter(({ path }) => !pastOrTable.test(path))]
    expect(files.flatMap((file) => retiredWords(file, terms))).toEqual([])
  })
})

describe('the rules for words', () => {
  const file = (text: string) => ({ path: 'a.ts', text })

  it('read the retired terms of a page', () => {
    const page = '| Retired | Used |\n| --- | --- |\n| timetable, time table | schedule |\n\n| not | this |\n'
    expect(retiredTerms(page)).toEqual([
      { term: 'timetable', instead: 'schedule' },
      { term: 'time table', instead: 'schedule' },
    ])
  })

  it.each([
    ["const a = 'Timetable of it'", 1],
    ['const a = <p>All your timetables</p>', 1],
    [`const a = \`The timetable \${x}\``, 1],
    ['// the timetable', 0],
    ["import './timetable.ts'", 0],
    ['const timetable = task.timetable', 0],
    ["const a = 'timetabled'", 0],
  ])('find retired terms in texts only: %s', (text, count) => {
    const file = { path: 'a.tsx', text }
    expect(retiredWords(file, [{ term: 'timetable', instead: 'schedule' }])).toHaveLength(count)
  })

  it.each(['https://cdn.jsdelivr.net/x.js', 'http://user@tracker.io/', 'wss://live.acme.co'])(
    'find the host in %s',
    (text) => {
      expect(outsideHosts(file(text))).toHaveLength(1)
    },
  )

  it.each([
    'http://127.0.0.1:8080',
    'https://api.example.com/x',
    'http://192.0.2.7:8080/x',
    'https://a.test',
    `http://\${host}/`,
    'http://[::1]/',
  ])('accept %s', (text) => {
    expect(outsideHosts(file(text))).toEqual([])
  })

  it('distinguish a header from a name', () => {
    expect(makersName(file('headers["X-Acme-API-Key"]'), 'X-Acme-API-Key')).toEqual([])
    expect(makersName(file('the Acme console'), 'X-Acme-API-Key')).toEqual(['a.ts:1 the Acme console'])
  })
})
