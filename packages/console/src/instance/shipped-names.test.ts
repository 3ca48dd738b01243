import type { ListedService, ListedType } from '@millwright/contract/wire/services'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { expect, onTestFinished, test } from 'vitest'
import { setLanguage } from '../language/language.ts'
import german from './shipped-names.de.json'
import { shippedText, withShippedNames, withTypeNames } from './shipped-names.ts'

const instance = sharedInstance({ config: { sampleData: true } })
const read = async <T>(path: string) =>
  (await instance.send<{ resource: readonly T[] }>('GET', path, { as: instance.root })).body.resource

/** Product names, standards and languages, which are the same in German. */
const same = /^(?:System|(?:[A-Z][\w.-]*|[Mm]acOS|Active Directory|SQL Anywhere)(?: \(?(?:[A-Z][\w.]*|[0-9.]+)\)?)*)$/
/** Words of names that are translated. */
const english =
  /\b(?:Services?|Storage|Local|Server|Files?|Docs|Management|Custom|Client|Standard|Notification|Database|experimental)\b/

test('translates every name of a type and every text of a service or app that an instance begins with', async () => {
  const open = new Set<string>()
  const see = (text: unknown, isName: boolean) => {
    if (typeof text !== 'string' || text === '' || Object.hasOwn(german, text)) return
    if (!isName || english.test(text) || !same.test(text)) open.add(text)
  }
  for (const { label } of await read<ListedType>('system/service_type')) see(label, true)
  for (const { label, description } of await read<ListedService & { description: string }>('system/service')) {
    see(label, false)
    see(description, false)
  }
  for (const { description } of await read<{ description: string }>('system/app')) see(description, false)
  expect([...open]).toEqual([])
})

test('shows shipped services in German, and those of others as they are called', async () => {
  setLanguage('de')
  onTestFinished(() => setLanguage('en'))
  const services = [
    { id: 1, name: 'files', label: 'Files', type: 'local_file' },
    { id: 2, name: 'scans', label: 'Files', type: 'local_file' },
    { id: 3, name: 'db', label: 'Our database', type: 'sqlite' },
  ]
  const labels = (await withShippedNames(services)).map(({ label }) => label)
  expect(labels).toEqual(['Dateien', 'Files', 'Our database'])
  expect((await withTypeNames([{ name: 'local_file', label: 'Local File Storage' }]))[0]?.label).toBe(
    'Lokaler Dateispeicher',
  )
  expect(shippedText('files', null)).toBeNull()
})
