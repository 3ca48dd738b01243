import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { findLaunch, weakIsolation } from './launch.ts'

const run = promisify(execFile)
// allowed: how this machine confines scripts decides what is skipped
const launch = await findLaunch('nodejs', import.meta.dirname)
const command = launch?.command(48, 60) ?? []
/** The part of the command before the interpreter. */
const confinement = command.slice(0, command.indexOf(process.execPath))
const hides = confinement.includes('--mount')

it.skipIf(!hides)('hides the given folder from scripts, and no other', async () => {
  const list = async (folder: string) => {
    const [program = '', ...rest] = [...confinement, 'ls', folder]
    return (await run(program, rest, { cwd: '/' })).stdout.split('\n').filter(Boolean)
  }
  expect(readdirSync(import.meta.dirname)).toContain('launch.ts')
  await expect(list(import.meta.dirname).catch(() => [])).resolves.toEqual([])
  await expect(list('/')).resolves.toContain('tmp')
})

it.skipIf(!hides)('leaves scripts no capability to unmount the cover', async () => {
  const [program = '', ...rest] = [...confinement, 'umount', import.meta.dirname]
  await expect(run(program, rest, { cwd: '/' })).rejects.toThrow()
})

it('says what scripts could do where a machine lacks part of the sandbox, and only there', () => {
  expect(launch?.weaknesses.includes('data_folder')).toBe(!hides)
  expect(weakIsolation([])).toBeNull()
  expect(weakIsolation(['network', 'data_folder'])).toContain(
    'could otherwise do here: use the network, see the data folder. Install unshare',
  )
})
