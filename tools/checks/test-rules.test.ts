import { describe, expect, it } from 'vitest'
import { sourceFiles } from './source-files.ts'
import { testComplaints } from './test-rules.ts'

/** The examples below are not code. */
const isTestFile = (path: string) => /\.test\.tsx?$/.test(path) && !path.startsWith('tools/checks/')

describe('test files', () => {
  it('fail for a fault only, and leave nothing behind', () => {
    expect(testComplaints(sourceFiles().filter(({ path }) => isTestFile(path)))).toEqual([])
  })
})

describe('the rules for tests', () => {
  const complaints = (text: string, path = 'packages/a/src/b.test.ts') => testComplaints([{ path, text }]).length

  // Lines of test files, each of which breaks one rule: they are texts here, and nothing runs them.
  it.each([
    "describe('a store', async () => {",
    "describe.each(engines)('a store on %s', async (engine) => {",
    "forEachEngine('a table', async (on) => {",
    'const { send } = await openTestInstance()',
    'const names = new Map((await runner.languages()).map(nameOf))',
    "await send('POST', 'system/role')",
    '    await new Promise((resolve) => setTimeout(resolve, 500))',
    '    expect(performance.now() - since).toBeLessThan(1000)',
    '    { retry: 2 },',
    '// @vitest-environment node',
    '  }, 30_000)',
    '    60_000,',
    '  await vi.waitFor(() => expect(seen).toBe(1), { timeout: 5_000 })',
    "  await screen.findByText('x', {}, { timeout: 3000 })",
    'Element.prototype.scrollIntoView = () => {}',
    "  process.env.TZ = 'UTC'",
    "vi.stubGlobal('fetch', no)",
    'vi.useFakeTimers()',
  ])('reject %s', (line) => {
    expect(complaints(line)).toBe(1)
  })

  it.each([
    "describe.skipIf(!(await hasPostgresServer()))('a store', () => {",
    'const isReal = await hasPostgresServer()',
    'const stored = async () => (await send()).body',
    "  await send('POST', 'system/role')",
    "it('describes itself', async () => {",
    '  }, 240_000)',
    '  await expect.poll(count, { interval: 10 }).toBe(1)',
    'const age = Date.now() - 5',
    '// allowed: a browser has no such event\nawait new Promise((resolve) => setTimeout(resolve, 500))',
    "vi.stubGlobal('fetch', no)\nafterEach(() => vi.unstubAllGlobals())",
  ])('accept %s', (line) => {
    expect(complaints(line)).toBe(0)
  })

  it('accept in the console what is undone after each test', () => {
    expect(complaints("vi.stubGlobal('fetch', no)", 'packages/console/src/a.test.ts')).toBe(0)
    expect(complaints('vi.useFakeTimers()', 'packages/console/src/a.test.ts')).toBe(1)
  })
})
