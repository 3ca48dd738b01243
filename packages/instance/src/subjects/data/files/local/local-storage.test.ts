import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createLocalStorage } from './local-storage.ts'

async function storage() {
  const folder = await mkdtemp(join(tmpdir(), 'millwright-files-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const root = join(folder, 'root')
  const made = createLocalStorage(root)
  const read = async (path: string) => {
    const file = await made.open(path)
    return file === null ? null : text(file.content())
  }
  return { ...made, folder, root, read }
}

const bytes = (content: string) => new TextEncoder().encode(content)
const leading = ['../secret', 'a/../../secret', '..', 'a\\..\\..\\secret', 'C:/secret', 'a\0b', '.', '', '/']

describe('a local storage', () => {
  it.each(leading)('neither reads nor writes %j', async (path) => {
    const { read, write, removeFolder, folder } = await storage()
    await writeFile(join(folder, 'secret'), 'secret')
    expect(await read(path)).toBeNull()
    await expect(write(path, bytes('x'))).rejects.toMatchObject({ status: 400 })
    await removeFolder(path)
    expect(await readdir(folder)).toContain('secret')
  })

  it('follows no link out of its folder', async () => {
    const { read, write, removeFolder, folder, root } = await storage()
    await mkdir(join(folder, 'other'))
    await writeFile(join(folder, 'other', 'secret'), 'secret')
    await mkdir(root)
    await symlink(join(folder, 'other'), join(root, 'link'))
    await symlink(join(folder, 'other', 'secret'), join(root, 'file'))
    expect(await read('link/secret')).toBeNull()
    expect(await read('file')).toBeNull()
    await expect(write('link/new', bytes('x'))).rejects.toMatchObject({ status: 400 })
    await removeFolder('link/secret')
    await removeFolder('link')
    expect(await readdir(join(folder, 'other'))).toEqual(['secret'])
    expect(await readdir(root)).toEqual(['file'])
  })

  it('finds no folders or files before the storage folder exists', async () => {
    const { read, write } = await storage()
    expect(await read('a/b')).toBeNull()
    await write('a/b', bytes('x'))
    expect(await read('a')).toBeNull()
    expect(await read('a/b/c')).toBeNull()
    await expect(write('a', bytes('y'))).rejects.toMatchObject({ status: 409 })
    await expect(write('a/b/c', bytes('y'))).rejects.toMatchObject({ status: 409 })
  })

  it('stores and replaces files and removes folders', async () => {
    const { read, write, removeFolder, open, root } = await storage()
    await write('/apps//one/index.html', bytes('first'))
    await write('apps/one/index.html', bytes('second'))
    await write('apps/empty', bytes(''))
    expect(await read('apps/one/index.html')).toBe('second')
    expect(await read('apps/empty')).toBe('')
    const file = await open('apps/one/index.html')
    expect(file).toMatchObject({ size: 6, modified: expect.any(Number) })
    await file?.close()
    await removeFolder('apps/one')
    expect(await readdir(join(root, 'apps'))).toEqual(['empty'])
  })
})
