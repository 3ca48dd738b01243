import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { pages } from '../build/product.mjs'
import { root } from '../paths.mjs'
import { runCommand } from '../test/run-command.ts'
import { type BuiltConsole, openBuiltConsole } from './page-weight.ts'

const kilobyte = 1024
const frame = { source: 'src/app/frame/frame.tsx', chunk: 'tab' }
/** The frame of the tabs that show the contents of a service. */
const explorer = { source: 'src/widgets/explorer/explorer-screen.tsx', chunk: 'explorer-screen' }
const explored = ['access', 'apidocs', 'data', 'files', 'schema']
/** Screens of one feature share one chunk, named after its folder. */
const screenOf = (source: string) => ({ source, chunk: dirname(source).split('/').pop() ?? '' })
const tabs = globSync('src/features/*/*-screen.tsx', { cwd: join(root, 'packages', 'console') })
  .map(screenOf)
  .filter(({ chunk }) => !['login', 'register', 'user-invite', 'licence'].includes(chunk))
/** Limit for a tab and its frame, in KB. The grid displays references and values before anything opens. */
const maxOf = ({ chunk }: { readonly chunk: string }) => (chunk === 'data' ? 68 : 63)
const list = (feature: string) => screenOf(`src/features/${feature}/${feature}-screen.tsx`)

describe('the weight of the built console', () => {
  let built: BuiltConsole
  beforeAll(async () => {
    const build = await runCommand(process.execPath, [join(root, 'tools', 'build.ts')])
    expect(build.code, build.output).toBe(0)
    built = openBuiltConsole(join(root, pages.folder))
  })

  it('of /login is at most 120 KB in at most 8 requests', () => {
    const { bytes, requests } = built.weigh(built.filesOf())
    expect(bytes).toBeLessThanOrEqual(120 * kilobyte)
    expect(requests).toBeLessThanOrEqual(8)
    expect(bytes).toBeGreaterThan(50 * kilobyte)
  })

  it('of /login is at most 3 KB more in another language', () => {
    const german = built.filesNamed('start-de', 'login-de')
    expect(german.size).toBeGreaterThan(0)
    expect(built.weigh(german).bytes).toBeLessThanOrEqual(3 * kilobyte)
    const needed = [...german].flatMap((file) => built.importsOf(file)).filter((file) => !built.filesOf().has(file))
    expect(needed, 'translations need nothing that English does not').toEqual([])
  })

  it('grows by at most 63 KB, for the grid 68 KB, and 6 requests for every tab, including its frame', () => {
    const login = built.filesOf()
    const heavy = tabs.flatMap((screen) => {
      const { bytes, requests } = built.weigh(
        built.filesOf(frame, screen, ...(explored.includes(screen.chunk) ? [explorer] : [])).difference(login),
      )
      return bytes > maxOf(screen) * kilobyte || requests > 6 ? [{ screen, bytes, requests }] : []
    })
    expect(heavy).toEqual([])
  })

  it('grows by at most 99 KB when a dialog, a panel or the tree opens over a list, and by 135 KB for any form', () => {
    const before = built.filesOf(frame)
    const weightOf = (source: string) => built.weigh(built.filesOf(frame, source).difference(before)).bytes / kilobyte
    const small = /\/(?:record-list|deletion|explorer|data-history)\/(?!list-import)/
    const editor = /\/widgets\/code\/code-editor\//
    const heavy = built
      .opened()
      .filter((source) => !editor.test(source))
      .map((source) => ({ source, weight: weightOf(source) }))
      .filter(({ source, weight }) => weight > (small.test(source) ? 99 : 135))
    expect(heavy).toEqual([])
    expect(built.opened().filter((source) => small.test(source)).length).toBeGreaterThan(8)
    expect(weightOf('src/widgets/code/code-editor/code-mirror.tsx')).toBeGreaterThan(128)
  })

  it('has no chunks that import each other, as one would run before its dependency', () => {
    expect(built.circles()).toEqual([])
  })

  it('keeps dialogs, menus and forms out of lists until one opens', () => {
    for (const name of ['admins', 'users', 'roles', 'apps', 'services']) {
      const names = [...built.filesOf(frame, list(name))].join(' ')
      expect(names, name).not.toMatch(/overlay|forms|opened|menu-popup|dialog/)
    }
  })

  it('of a list includes no chunk that only other screens share', () => {
    for (const name of ['admins', 'users', 'roles', 'apps', 'services'])
      expect([...built.filesOf(frame, list(name))].join(' '), name).not.toContain('screens')
  })

  it('keeps every tab in its own chunk', () => {
    expect(tabs.length).toBeGreaterThan(15)
    expect(tabs.filter(({ source, chunk }) => !built.has(source, chunk))).toEqual([])
    const editor = built.filesOf('src/features/admins/admin-editor.tsx')
    expect(editor.difference(built.filesOf(list('admins'))).size).toBeGreaterThan(0)
  })
})
