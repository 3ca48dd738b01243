import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import type { FileBytes } from '@millwright/connector/files/file-storage'
import type { Upload } from '@millwright/connector/request'
import { Problem } from '@millwright/contract/problem'

export const isForm = (contentType: string): boolean => /^multipart\/form-data\b/i.test(contentType)

interface FormFile {
  /** File name without folders. */
  readonly name: string
  readonly content: FileBytes
  readonly type: string
}

interface FormOptions {
  /** Maximum number of files. */
  readonly most?: number
  /** Called for each field that is not a file. */
  readonly field?: (name: string, value: string) => void
}

/**
 * Passes the files of a form to a callback one by one as they arrive, and returns its results in order. Throws a 400 if the
 * body is not a form or has more than `most` files.
 */
export async function receiveForm<Made>(
  { content, contentType }: Upload,
  take: (file: FormFile) => Promise<Made>,
  { most = Number.POSITIVE_INFINITY, field }: FormOptions = {},
): Promise<Made[]> {
  const form = openForm(contentType)
  const ended = Promise.withResolvers<void>()
  const answers: Made[] = []
  let last: Promise<void> = Promise.resolve()
  let files = 0
  const parts = new Set<Readable>()
  const fail = (error: unknown) => {
    ended.reject(error)
    for (const part of parts) part.destroy(error instanceof Error ? error : new Error('The form failed.'))
    content.unpipe(form)
    content.resume()
  }
  const broken = () => fail(noForm())
  ended.promise.catch(() => undefined)

  form.on('file', (_, part, fileName, _encoding, type) => {
    files += 1
    parts.add(part.once('close', () => parts.delete(part)))
    part.on('error', broken)
    if (files > most) return fail(new Problem(400, 'The form contains more than one file.'))
    const whole = most === 1 ? ended.promise : Promise.resolve()
    const file = { name: fileName ?? '', content: untilWhole(part, whole), type }
    last = last.then(async () => void answers.push(await take(file)))
    last.catch(fail)
  })
  form.on('field', (name, value) => field?.(name, value))
  form.on('error', broken)
  form.once('finish', () => ended.resolve())
  content.on('error', fail)
  content.once('aborted', () => fail(new Problem(400, 'The connection closed before the whole request had arrived.')))
  content.pipe(form)
  // Waits for the current write, so that nothing is written after an error response.
  await ended.promise.catch(() => last.catch(() => undefined))
  await ended.promise
  await last
  return answers
}

const maxFields = 100

function openForm(contentType: string): InstanceType<typeof Busboy> {
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits: { fields: maxFields } })
  } catch {
    throw noForm()
  }
}

const noForm = () => new Problem(400, 'The body is not a form as the header Content-Type announces.')

/** Yields the bytes of a part, then waits until the part is known to be complete. */
async function* untilWhole(part: Readable, whole: Promise<void>): AsyncGenerator<Uint8Array> {
  yield* part.iterator({ destroyOnReturn: false })
  await whole
}
