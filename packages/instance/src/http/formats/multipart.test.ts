import { describe, expect, it } from 'vitest'
import { UploadedFile } from '../../request/file-content.ts'
import { readSentBody } from './read-body.ts'

const bounds = { values: 1_000_000, batch: 50_000 }

async function read(form: FormData) {
  const response = new Response(form)
  const type = response.headers.get('content-type') ?? ''
  return readSentBody(new Uint8Array(await response.arrayBuffer()), type, bounds)
}

describe('a form with files', () => {
  it.each(['multipart/form-data', 'multipart/form-data; boundary=x', 'multipart/form-data; boundary='])(
    'is rejected if it is invalid: %s',
    async (type) => {
      const body = new TextEncoder().encode('--y\r\nnothing')
      await expect(async () => readSentBody(body, type, bounds)).rejects.toMatchObject({ status: 400 })
    },
  )

  it('is parsed into texts and files by name, with a list for repeated names', async () => {
    const form = new FormData()
    form.append('service', 'files')
    form.append('file', new Blob(['\u0000binary']), 'a "b".dfpkg')
    form.append('many', '1')
    form.append('many', '2')
    form.append('__proto__', 'no')
    const { payload, format } = await read(form)
    expect(format).toBe('form')
    expect(payload).toEqual({
      service: 'files',
      file: new UploadedFile('a "b".dfpkg', new TextEncoder().encode('\u0000binary')),
      many: ['1', '2'],
    })
    expect(JSON.stringify(payload)).toContain('"file":"a \\"b\\".dfpkg"')
  })

  it('with many small parts is parsed', async () => {
    const parts = Array.from(
      { length: 20_000 },
      (_, at) => `--b\r\ncontent-disposition: form-data; name="${at}"\r\n\r\nx\r\n`,
    )
    const body = new TextEncoder().encode(`${parts.join('')}--b--\r\n`)
    const { payload } = await readSentBody(body, 'multipart/form-data; boundary=b', bounds)
    expect(Object.keys(Object(payload))).toHaveLength(20_000)
  })
})
