import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { pages } from '../build/product.ts'
import { root } from '../paths.ts'
import { runCommand } from '../test/run-command.ts'
import { type BuiltConsole, openBuiltConsole } from './page-weight.ts'

const kilobyte = 1024
const frame = { source: 'src/app/frame/frame.tsx', chunk: 'tab' }

describe('the weight of the built console', () => {
  let built: BuiltConsole
  beforeAll(async () => {
    const build = await runCommand(process.execPath, [join(root, 'tools', 'build.ts')])
    expect(build.code, build.output).toBe(0)
    built = openBuiltConsole(join(root, pages.folder))
  }, 120_000)

  it('of /login is at most 120 KB in at most 8 requests', () => {
    const { bytes, requests } = built.weigh(built.filesOf())
    expect(bytes).toBeLessThanOrEqual(120 * kilobyte)
    expect(requests).toBeLessThanOrEqual(8)
    expect(bytes).toBeGreaterThan(50 * kilobyte)
  })

  it('grows by at most 61 KB and 6 requests for every tab, the frame around it included', () => {
    const login = built.filesOf()
    const heavy = built.screens.flatMap((screen) => {
      const { bytes, requests } = built.weigh(built.filesOf(frame, screen).difference(login))
      return bytes > 61 * kilobyte || requests > 6 ? [{ screen, bytes, requests }] : []
    })
    expect(heavy).toEqual([])
  })

  it('leaves no two chunks that need each other, for one would run before what it needs', () => {
    expect(built.circles()).toEqual([])
  })

  it('keeps windows, menus and forms from the lists until one opens', () => {
    const lists = ['admins/admins', 'users/users', 'roles/roles', 'apps/apps', 'services/services']
    for (const list of lists) {
      const names = [...built.filesOf(frame, `src/features/${list}-screen.tsx`)].join(' ')
      expect(names, list).not.toMatch(/overlay|forms|opened|menu-popup|dialog/)
    }
  })

  it('keeps every tab in a chunk of its own', () => {
    expect(built.screens).toContain('src/features/admins/admins-screen.tsx')
    expect(built.screens).toContain('src/features/home/home-screen.tsx')
    const editor = built.filesOf('src/features/admins/admin-editor.tsx')
    const list = built.filesOf('src/features/admins/admins-screen.tsx')
    expect(editor.difference(list).size).toBeGreaterThan(0)
  })
})
