import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { pages } from '../build/product.ts'
import { root } from '../paths.ts'
import { runCommand } from '../test/run-command.ts'
import { type BuiltConsole, openBuiltConsole } from './page-weight.ts'

const kilobyte = 1024
const frame = 'src/app/frame/frame.tsx'
const loginScreen = 'src/features/login/login-screen.tsx'

describe('the weight of the built console', () => {
  let built: BuiltConsole
  beforeAll(async () => {
    const build = await runCommand(process.execPath, [join(root, 'tools', 'build.ts')])
    expect(build.code, build.output).toBe(0)
    built = openBuiltConsole(join(root, pages.folder))
  }, 120_000)

  it('of /login is at most 120 KB in at most 8 requests', () => {
    const { bytes, requests } = built.weigh(built.filesOf(loginScreen))
    expect(bytes).toBeLessThanOrEqual(120 * kilobyte)
    expect(requests).toBeLessThanOrEqual(8)
    expect(bytes).toBeGreaterThan(50 * kilobyte)
  })

  it('grows by at most 60 KB for every tab, the frame around it included, and by 6 requests', () => {
    const login = built.filesOf(loginScreen)
    const framed = built.filesOf(loginScreen, frame)
    const heavy = built.screens.flatMap((screen) => {
      const all = built.filesOf(loginScreen, frame, screen)
      const { bytes } = built.weigh(all.difference(login))
      const { requests } = built.weigh(all.difference(framed))
      return bytes > 60 * kilobyte || requests > 6 || all.size > 14 ? [{ screen, bytes, requests, all: all.size }] : []
    })
    expect(heavy).toEqual([])
  })

  it('keeps every tab in a chunk of its own', () => {
    expect(built.screens).toContain('src/features/admins/admins-screen.tsx')
    expect(built.screens).toContain('src/features/home/home-screen.tsx')
    const editor = built.filesOf('src/features/admins/admin-editor.tsx')
    const list = built.filesOf('src/features/admins/admins-screen.tsx')
    expect(editor.difference(list).size).toBeGreaterThan(0)
  })
})
