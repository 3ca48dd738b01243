import type { ConfigSchemaEntry } from '@millwright/contract/wire/services'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { expect, onTestFinished, test } from 'vitest'
import { setLanguage } from '../../../language/language.ts'
import { configFields, declaredTexts } from './config-field.ts'
import translated from './declared-texts.de.json'

const instance = sharedInstance()

interface Type {
  readonly name: string
  readonly config_schema: readonly ConfigSchemaEntry[] | null
}

async function types(): Promise<readonly Type[]> {
  const { body } = await instance.send<{ resource: readonly Type[] }>('GET', 'system/service_type', {
    as: instance.root,
  })
  return body.resource
}

/** Texts that need no translation: names, wire values, abbreviations. */
const same =
  /^(?:[a-z_.]+|[A-Z/-]+|Host|App|Name|Port|Schema|Text|Id|In|LDAPS|(?:RS|PS|ES)\d+|EdDSA|Ed25519|HTTP-Redirect|GELF \(UDP\)|EU \(London\)|.* Default)$/

test('translates every label and help text that an instance declares to German, or leaves it identical', async () => {
  const open = new Set<string>()
  const see = (text: unknown) => {
    if (typeof text === 'string' && text !== '' && !Object.hasOwn(translated, text) && !same.test(text)) open.add(text)
  }
  const look = (entries: readonly ConfigSchemaEntry[]) => {
    for (const { label, description, items, values } of entries) {
      see(label)
      see(description)
      if (Array.isArray(items)) look(items)
      if (Array.isArray(values)) for (const value of values) see(value?.label)
    }
  }
  for (const { config_schema } of await types()) if (config_schema !== null) look(config_schema)
  expect([...open]).toEqual([])
})

test("shows settings in German, and in the server's words if those differ from ours", async () => {
  setLanguage('de')
  onTestFinished(async () => setLanguage('en'))
  await declaredTexts.load()
  const database = (await types()).find(({ name }) => name === 'pgsql')
  const own = { name: 'constructor', label: 'constructor', type: 'string', description: 'Of our own.' }
  const fields = configFields({ config_schema: [...(database?.config_schema ?? []), own] })
  expect(fields.find(({ name }) => name === 'port')?.label).toBe('Portnummer')
  expect(fields.at(-1)).toMatchObject({ label: 'constructor', help: 'Of our own.' })
})
