import { randomBytes } from 'node:crypto'
import { apiPrefix, sessionTokenHeader } from '@millwright/contract/headers'
import { signIn } from '../../e2e/harness/api.ts'
import { firstAdmin, type RunningInstance, startInstance } from '../../e2e/harness/instance.ts'

export interface FilesPlan {
  readonly files: number
  /** Total size of all files. */
  readonly bytes: number
}

/** Peak resident memory of the instance in MB, and the duration. */
interface Moved {
  readonly most: number | null
  readonly seconds: number
}

export interface FilesResult extends FilesPlan {
  readonly before: number | null
  readonly upload: Moved
  /** Download of all files as one archive. */
  readonly download: Moved
  readonly after: number | null
}

/** Number of concurrent uploads. */
const atOnce = 4
/** Milliseconds between memory samples, and between the end of the transfer and the last sample. */
const glance = 20
const rest = 1500

/** Measures the memory used to upload many files to a local file service and download them as one archive, over HTTP. */
export async function measureFiles(plan: FilesPlan): Promise<FilesResult> {
  await using instance = await startInstance({ MILLWRIGHT_SAMPLE: '0' })
  const { token } = await signIn(instance.url, firstAdmin)
  const service = `${instance.url}${apiPrefix}/files`
  const headers = { [sessionTokenHeader]: token }
  const before = instance.memory()
  const upload = await watched(instance, () => uploadAll(service, headers, plan))
  const download = await watched(instance, () => downloadArchive(`${service}/?zip=true`, headers, plan))
  await new Promise((resolve) => setTimeout(resolve, rest))
  return { ...plan, before, upload, download, after: instance.memory() }
}

async function watched(instance: RunningInstance, work: () => Promise<void>): Promise<Moved> {
  let most = instance.memory()
  const looking = setInterval(() => {
    const now = instance.memory()
    most = most === null || now === null ? null : Math.max(most, now)
  }, glance)
  const started = performance.now()
  try {
    await work()
  } finally {
    clearInterval(looking)
  }
  return { most, seconds: (performance.now() - started) / 1000 }
}

/** Uploads incompressible bytes, half of them in files of a type that the instance knows to be compressed. */
async function uploadAll(service: string, headers: Record<string, string>, { files, bytes }: FilesPlan): Promise<void> {
  const body = randomBytes(Math.floor(bytes / files))
  let next = 0
  const one = async () => {
    for (let number = next++; number < files; number = next++) {
      const name = `file${number}.${number % 2 === 0 ? 'jpg' : 'bin'}`
      const { status } = await fetch(`${service}/${name}`, { method: 'POST', headers, body })
      if (status !== 201) throw new Error(`Uploading ${name} gave ${status}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
}

async function downloadArchive(address: string, headers: Record<string, string>, { bytes }: FilesPlan): Promise<void> {
  const answer = await fetch(address, { headers: { ...headers, 'accept-encoding': 'identity' } })
  let length = 0
  for await (const piece of answer.body ?? []) length += piece.length
  if (length < bytes * 0.99) throw new Error(`The archive has ${length} bytes only`)
}
