import { randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileBytes } from '@millwright/connector/files/file-storage'
import { Problem } from '@millwright/contract/problem'
import { createOutgoing } from '../../../platform/outgoing/outgoing.ts'
import type { Config } from '../../../platform/settings/config.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { type Fields, fieldsOf, textIn } from '../../../request/body.ts'
import { upTo } from '../../data/files/put-file.ts'
import { receiveForm } from '../../data/files/receive-form.ts'

/** Temporary files for the duration of some work. */
export interface WorkFolder {
  /** Writes a stream to a new file, and returns its path. */
  store(content: FileBytes): Promise<string>
  /** Registers a step to run before the files are deleted. */
  atEnd(step: () => Promise<unknown>): void
}

/** Runs work with temporary files, and then deletes them. */
export async function inWorkFolder<T>(dataFolder: string, work: (folder: WorkFolder) => Promise<T>): Promise<T> {
  const folder = join(dataFolder, 'drafts', randomUUID())
  const steps: (() => Promise<unknown>)[] = []
  let files = 0
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    return await work({
      async store(content) {
        files += 1
        const file = join(folder, String(files))
        const handle = await open(file, 'wx', 0o600)
        try {
          await handle.writeFile(content)
        } finally {
          await handle.close()
        }
        return file
      },
      atEnd: (step) => void steps.push(step),
    })
  } finally {
    await Promise.allSettled(steps.map((step) => step()))
    await rm(folder, { recursive: true, force: true })
  }
}

/** Maximum bytes of a file that is downloaded from a URL. */
const maxFetched = 100 * 2 ** 20

interface Received {
  /** Its path on disk. */
  readonly file: string
  /** The file name's extension, without a dot. */
  readonly ending: string
  /** The form fields sent with it. */
  readonly fields: Fields
}

/** What kind of file is received. */
interface Expected {
  /** File name extensions, without a dot. */
  readonly endings: readonly string[]
  /** Names the kind of file in error messages, without an article. */
  readonly what: string
}

/**
 * Receives the file of a form, or downloads the one at `import_url`, and stores it until the work is done. Throws a 400 for no
 * file, several files, and other extensions, and a 413 for files larger than uploads may be.
 */
export function createReceiveFile(
  { uploadLimit, allowPrivateHosts }: Pick<Config, 'uploadLimit' | 'allowPrivateHosts'>,
  { endings, what }: Expected,
) {
  const outgoing = createOutgoing({ allowPrivateHosts })

  return async (request: ApiRequest, work: WorkFolder): Promise<Received> => {
    const fields: Record<string, string> = {}
    const files = request.upload === undefined ? [] : await receiveForm(request.upload, take, { most: 1, field })
    const [file] = files
    const requestFields = request.upload === undefined ? fieldsOf(request) : fields
    if (file !== undefined) return { ...file, fields: requestFields }
    const address = textIn(requestFields, 'import_url') ?? (request.params.import_url || null)
    if (address === null) throw new Problem(400, `No ${what} file is given.`)
    const ending = endingOf(URL.parse(address)?.pathname ?? address)
    const most = Math.min(uploadLimit ?? maxFetched, maxFetched)
    const { content } = await outgoing.stream(address, most)
    return { file: await work.store(content), ending, fields: requestFields }

    function field(name: string, value: string): void {
      if (name !== '__proto__') fields[name] = value
    }

    async function take(part: { readonly name: string; readonly content: FileBytes }) {
      const ending = endingOf(part.name)
      return { file: await work.store(uploadLimit === null ? part.content : upTo(uploadLimit, part.content)), ending }
    }
  }

  function endingOf(name: string): string {
    const ending = endings.find((each) => name.toLowerCase().endsWith(`.${each}`))
    if (ending !== undefined) return ending
    throw new Problem(400, `A ${what} has a name that ends in ${endings.map((each) => `.${each}`).join(' or ')}.`)
  }
}
