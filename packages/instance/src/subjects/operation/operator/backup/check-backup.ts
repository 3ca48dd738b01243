import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { messageOf } from '@millwright/connector/message-of'
import { type ArchiveEntry, readArchive } from './archive.ts'
import { isOurs, type Manifest, manifestName, NewerBackup, readManifest, secretName, tableFile } from './manifest.ts'

/** A complete backup. */
export interface CheckedBackup {
  readonly manifest: Manifest
  /** `null` if the secret is not part of the backup. */
  readonly sealedSecret: string | null
  /** Values of the instance's settings, by name. */
  readonly settings: ReadonlyMap<string, string>
}

/** Most bytes of the files that are needed before the backup is extracted; a manifest has about 120 for each file. */
const keptWhole: Readonly<Record<string, number>> = {
  [manifestName]: 128 * 2 ** 20,
  [secretName]: 2 ** 16,
  [tableFile('setting')]: 16 * 2 ** 20,
}

/**
 * Reads a backup completely. Verifies that it contains exactly the files in its manifest, unchanged.
 * @throws with a sentence that names the file
 */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  if (!existsSync(file)) throw new Error(`There is no backup ${file}.`)
  const found = new Map<string, { size: number; sha256: string }>()
  const texts = new Map<string, string>()
  try {
    await readArchive(file, async (entry) => {
      if (!isOurs(entry.name.replace(/\/$/, '')))
        throw new Error(`it contains '${entry.name}', which is not part of a backup`)
      if (entry.kind === 'folder') return
      if (found.has(entry.name)) throw new Error(`it contains '${entry.name}' twice`)
      found.set(entry.name, await measure(entry, texts))
    })
    const manifest = readManifest(texts.get(manifestName) ?? missing())
    found.delete(manifestName)
    for (const [name, { size, sha256 }] of Object.entries(manifest.files)) {
      const content = found.get(name)
      if (content?.size !== size || content.sha256 !== sha256) throw new Error(`'${name}' does not match its checksum`)
      found.delete(name)
    }
    for (const name of found.keys()) throw new Error(`it contains '${name}', which is not in its manifest`)
    const sealedSecret = texts.get(secretName) ?? null
    return { manifest, sealedSecret, settings: settingsIn(texts.get(tableFile('setting')) ?? '') }
  } catch (error) {
    if (error instanceof NewerBackup)
      throw new Error(
        `The backup ${file} was made by the newer version ${error.version}. Restore it with that version.`,
      )
    throw new Error(`The backup ${file} is damaged: ${messageOf(error)}. Use another one.`)
  }
}

function missing(): never {
  throw new Error('it ends before its manifest')
}

async function measure({ name, content }: ArchiveEntry, texts: Map<string, string>) {
  const hash = createHash('sha256')
  const pieces: Uint8Array[] = []
  const most = Object.hasOwn(keptWhole, name) ? keptWhole[name] : undefined
  let size = 0
  for await (const piece of content) {
    hash.update(piece)
    size += piece.length
    if (most === undefined) continue
    if (size > most) throw new Error(`'${name}' has more than ${most} bytes`)
    pieces.push(piece)
  }
  if (most !== undefined) texts.set(name, Buffer.concat(pieces).toString('utf8'))
  return { size, sha256: hash.digest('hex') }
}

function settingsIn(text: string): ReadonlyMap<string, string> {
  const rows = text.split('\n').filter((line) => line !== '')
  return new Map(
    rows.map((line) => {
      const { name, value } = JSON.parse(line)
      return [String(name), String(value)]
    }),
  )
}
