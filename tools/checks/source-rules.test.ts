import { describe, expect, it } from 'vitest'
import { namesExportedTwice } from './exported-names.ts'
import { sharedState } from './module-state.ts'
import { filesOf, sourceFiles } from './source-files.ts'
import { longestFile, sourceComplaints } from './source-rules.ts'
import { startedPromises } from './started-promises.ts'

describe('source files', () => {
  it('have one subject and no workarounds for checks', () => {
    expect(sourceComplaints(sourceFiles())).toEqual([])
  })

  it('share no state between the instances of a process', () => {
    expect(sharedState(sourceFiles())).toEqual([])
  })

  it('start no promise that could reject before it is heard', () => {
    expect(startedPromises(sourceFiles())).toEqual([])
  })

  it('export each name from one file of a package', () => {
    expect(namesExportedTwice(sourceFiles())).toEqual([])
  })

  it('include style sheets of a readable size', () => {
    const long = filesOf(['packages/*/src/**/*.css']).filter(({ text }) => text.split('\n').length - 1 > longestFile)
    expect(long.map(({ path }) => path)).toEqual([])
  })
})

describe('state of a module', () => {
  const found = (text: string, path = 'packages/instance/src/a.ts') => sharedState([{ path, text }]).length

  it.each(['let last = 1', 'export let last: Map<string, number>', 'const known = new Map<string, Set<number>>()'])(
    'is %s',
    (line) => {
      expect(found(`import a from 'a'\n${line}\n`)).toBe(1)
    },
  )

  it.each([
    'const last = 1',
    'const known = new WeakMap<object, string>()',
    "const names = new Set(['a'])",
    '  let last = 1',
  ])('is not %s', (line) => {
    expect(found(line)).toBe(0)
  })

  it('may be in tests', () => {
    expect(found('let last = 1', 'packages/instance/src/a.test.ts')).toBe(0)
  })
})

describe('a promise that could reject before it is heard', () => {
  const found = (text: string, path = 'packages/instance/src/a.ts') => startedPromises([{ path, text }]).length

  it.each([
    'async function a() { const b = f(); await g(); await b }',
    'async function a() { const b = f(); const c = await g(); return (await b) + c }',
    'async function a() { const b = f(); const c = g(); await b; await c }',
    'const a = async () => { const b = f(); for await (const c of d) e(c); return [await b] }',
    'const b = f(); await g(); await Promise.all([b, h()])',
    'await Promise.all([f(), await g()])',
  ])('is in %s', (text) => {
    expect(found(text)).toBe(1)
  })

  it.each([
    'async function a() { const b = f(); await b; await g() }',
    'async function a() { await g(); const b = f(); return await b }',
    'async function a() { const b = f(); b.catch(ignore); await g(); await b }',
    'async function a() { const b = f(); await Promise.all([b, g()]) }',
    'async function a() { const b = f(); await g(); return b.name }',
    'async function a() { const b = f(); later(async () => { await g() }); await b; await h() }',
    'async function a() { const b = await f(); await g(); await b }',
  ])('is not in %s', (text) => {
    expect(found(text)).toBe(0)
  })

  it('may be in tests', () => {
    expect(found('const b = f(); await g(); await b', 'packages/instance/src/a.test.ts')).toBe(0)
  })
})

describe('the rules for sources', () => {
  const complaints = (text: string, path = 'packages/a/src/b.ts') => sourceComplaints([{ path, text }]).length

  it.each(['// TODO later', '// @ts-ignore', 'it.only(', 'x as unknown as Y'])('reject %s', (line) => {
    expect(complaints(line)).toBe(1)
  })

  it.each(['// what is to do', 'const skipped = it.skipIf(absent)', 'onlyOnce('])('accept %s', (line) => {
    expect(complaints(line)).toBe(0)
  })

  it('reject a file that is too long', () => {
    expect(complaints('\n'.repeat(longestFile + 1))).toBe(1)
    expect(complaints('\n'.repeat(longestFile))).toBe(0)
  })

  it('allow only tests to expect type errors', () => {
    expect(complaints('// @ts-expect-error wrong body')).toBe(1)
    expect(complaints('// @ts-expect-error wrong body', 'packages/a/src/b.test.ts')).toBe(0)
  })

  it('reject a cast of the response for a literal path', () => {
    expect(complaints("send<App>({\n  verb: 'GET',\n  path: 'system/app',\n})")).toBe(1)
    expect(complaints("send({ verb: 'GET', path: 'system/app' })")).toBe(0)
    expect(complaints("send<Row>({ verb: 'GET', path: tablePath(place) })")).toBe(0)
  })
})

describe('a name that two files of a package export', () => {
  const files = (one: string, other: string, path = 'packages/instance/src/b.ts') =>
    namesExportedTwice([
      { path: 'packages/instance/src/a.ts', text: one },
      { path, text: other },
    ]).length

  it.each([
    ['export const a = 1', 'export function a() {}'],
    ['export async function a() {}', 'export interface a {}'],
    ['export class a {}', 'export type a = 1'],
  ])('is found in %s and %s', (one, other) => {
    expect(files(one, other)).toBe(1)
  })

  it.each([
    ['export const a = 1', 'const a = 1'],
    ['export const t = 1', 'export const t = 2'],
    ['export function a(b: 1): 1\nexport function a(b: 2): 2', ''],
  ])('is not found in %s and %s', (one, other) => {
    expect(files(one, other)).toBe(0)
  })

  it('may be in tests and in another package', () => {
    expect(files('export const a = 1', 'export const a = 1', 'packages/instance/src/testing/b.ts')).toBe(0)
    expect(files('export const a = 1', 'export const a = 1', 'packages/console/src/b.ts')).toBe(0)
  })
})
