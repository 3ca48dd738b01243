import { Problem } from '@millwright/contract/problem'
import type { FileBytes } from '../../gateway/ports/file-storage.ts'
import { createOutgoing } from '../../platform/outgoing/outgoing.ts'
import type { Config } from '../../platform/settings/config.ts'
import type { ApiRequest } from '../../request/api-request.ts'
import { type Fields, fieldsOf, textIn } from '../../request/fields.ts'
import { upTo } from '../files/put-file.ts'
import { receiveForm } from '../files/receive-form.ts'
import type { WorkFolder } from './work-folder.ts'

/** Most bytes of a file that this side fetches from the web. */
const mostFetched = 100 * 2 ** 20

interface Received {
  /** Its place on the disk. */
  readonly file: string
  /** The ending of its name, without a dot. */
  readonly ending: string
  /** What came beside it. */
  readonly fields: Fields
}

/** What is received. */
interface Expected {
  /** Of names, without a dot. */
  readonly endings: readonly string[]
  /** Refused by this name, with nothing before it. */
  readonly what: string
}

/**
 * Receives the one file of a form, or what is at its `import_url`, and keeps it until the work is done. Refuses with 400 none,
 * several and files of another ending, and with 413 what is longer than uploads may be.
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
    const given = request.upload === undefined ? fieldsOf(request) : fields
    if (file !== undefined) return { ...file, fields: given }
    const address = textIn(given, 'import_url') ?? (request.params.import_url || null)
    if (address === null) throw new Problem(400, `No ${what} file is given.`)
    const ending = endingOf(URL.parse(address)?.pathname ?? address)
    const most = Math.min(uploadLimit ?? mostFetched, mostFetched)
    const { content } = await outgoing.stream(address, most)
    return { file: await work.keep(content), ending, fields: given }

    function field(name: string, value: string): void {
      if (name !== '__proto__') fields[name] = value
    }

    async function take(part: { readonly name: string; readonly content: FileBytes }) {
      const ending = endingOf(part.name)
      return { file: await work.keep(uploadLimit === null ? part.content : upTo(uploadLimit, part.content)), ending }
    }
  }

  function endingOf(name: string): string {
    const ending = endings.find((each) => name.toLowerCase().endsWith(`.${each}`))
    if (ending !== undefined) return ending
    throw new Problem(400, `A ${what} has a name that ends in ${endings.map((each) => `.${each}`).join(' or ')}.`)
  }
}
