import { plainZipOf, zipOf } from '@millwright/instance/testing/zip'
import type { SentBody } from './held-node.ts'

/** An archive that is as large as it is accepted, or just above. */
interface WorstArchive {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)

/** Archives for every operation that takes a form with one: of files, of packages and of folders of configuration. */
export async function worstArchives(): Promise<readonly WorstArchive[]> {
  const roles = numbers(20_000).map((id) => ({ id, name: `packed${id}`, is_active: true }))
  const head = { version: '0.1', service: { system: { role: roles.map(({ name }) => name) } } }
  const files = numbers(60_000).map((at) => [`folder/${at}.txt`, ''] as const)
  const folderOf = (folder: string, count: number, text: (at: number) => string) =>
    plainZipOf([
      ['millwright.yaml', 'format: 1\n'],
      ...numbers(count).map((at) => [`${folder}/many${at}.yaml`, text(at)] as const),
    ])
  const service = (at: number) =>
    `type: rws\nlabel: Many\nis_active: true\nconfig:\n  base_url: https://${at}.example.test\n`
  const list = `x: [${'x,'.repeat(47_000)}]\n`
  return [
    { name: 'an archive of 60,000 files', bytes: plainZipOf(files) },
    { name: 'a folder of 9,999 roles', bytes: folderOf('roles', 9_999, () => 'is_active: true\n') },
    { name: 'a folder of 20,000 roles', bytes: folderOf('roles', 20_000, () => 'is_active: true\n') },
    { name: 'a folder of 3,000 services', bytes: folderOf('services', 3_000, service) },
    { name: 'a folder of 94,000 values', bytes: folderOf('roles', 2, () => list) },
    {
      name: 'a folder of 30,000 placeholders',
      bytes: folderOf('roles', 2, () => `x: [${`"$${'{env:A}'}",`.repeat(15_000)}]\n`),
    },
    { name: 'a package of 20,000 roles', bytes: await zipOf({ 'package.json': head, 'system/role.json': roles }) },
    { name: 'an archive that unpacks to 300 MB', bytes: await zipOf({ 'package.json': new Uint8Array(300_000_000) }) },
    { name: 'an archive that is cut off', bytes: plainZipOf(files).subarray(0, 1_000_000) },
  ]
}

/** A form with an archive in one part, as browsers send it. */
export async function formWith(part: string, { bytes }: WorstArchive): Promise<SentBody> {
  const data = new FormData()
  data.append(part, new Blob([bytes]), 'a.zip')
  const encoded = new Response(data)
  return { type: encoded.headers.get('content-type') ?? '', body: new Uint8Array(await encoded.arrayBuffer()) }
}
