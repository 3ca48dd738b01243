import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { Problem } from '@millwright/contract/problem'
import type { FileBytes } from '../../gateway/ports/file-storage.ts'
import type { Upload } from '../../request/upload.ts'

export const isForm = (contentType: string): boolean => /^multipart\/form-data\b/i.test(contentType)

interface FormFile {
  /** Without folders. */
  readonly name: string
  readonly content: FileBytes
  readonly type: string
}

interface FormOptions {
  /** Files. */
  readonly most?: number
  /** Is told the fields beside the files. */
  readonly field?: (name: string, value: string) => void
}

/**
 * Hands on the files of a form one after the other as they arrive; answers what was made of them, in order. Refuses with 400 what is no
 * such form or has more than `most` files.
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
  // Nothing is written any more once a refusal is answered.
  await ended.promise.catch(() => last.catch(() => undefined))
  await ended.promise
  await last
  return answers
}

const mostFields = 100

function openForm(contentType: string): InstanceType<typeof Busboy> {
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits: { fields: mostFields } })
  } catch {
    throw noForm()
  }
}

const noForm = () => new Problem(400, 'The body is not a form as the header Content-Type announces.')

/** The bytes of a part; at their end waits for what makes it whole. */
async function* untilWhole(part: Readable, whole: Promise<void>): AsyncGenerator<Uint8Array> {
  yield* part.iterator({ destroyOnReturn: false })
  await whole
}
