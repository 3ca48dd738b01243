import { expect, it } from 'vitest'
import { fileKinds } from './file-kinds.ts'

function complaints(type: string, config: Readonly<Record<string, unknown>>): string[] {
  const kind = fileKinds.find(({ name }) => name === type)
  return Object.keys(kind?.check?.(config, { dataFolder: '', sysadmin: true }) ?? {})
}

it.each([
  ['aws_s3', { container: 'files', key: 'AKID' }, 'secret'],
  ['aws_s3', { container: 'files', secret: 'hidden' }, 'key'],
  ['aws_s3', { container: 'files/inner' }, 'container'],
  ['local_file', { container: './' }, 'container'],
])('%s rejects %j', (type, config, setting) => expect(complaints(type, config)).toEqual([setting]))

it.each([
  ['aws_s3', { container: 'my.files-2', key: 'AKID', secret: 'hidden' }],
  ['aws_s3', { container: 'public-files' }],
  ['aws_s3', { container: '{bucket}', key: '{key}', secret: '{secret}' }],
])('%s accepts %j', (type, config) => expect(complaints(type, config)).toEqual([]))
