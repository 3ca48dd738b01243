import { expect, test } from 'vitest'
import { instanceColour, instanceColours } from './instance-colour.ts'
import { readProfile, writeBlockOf } from './instance-profile.ts'
import { defaultSettings, readSettings } from './settings.ts'

test('prefers the profile stored on the instance to the settings, unless it is invalid', () => {
  const settings = { ...defaultSettings, name: 'Test', colour: 'green', readOnly: true }
  expect(readProfile(null, settings)).toEqual({ name: 'Test', colour: 'green', readOnly: true })
  expect(readProfile({ name: 'Live', readOnly: false }, settings)).toEqual({
    name: 'Live',
    colour: 'green',
    readOnly: false,
  })
  expect(readProfile('{"name":"Live"}', settings).name).toBe('Live')
  for (const rubbish of [7, 'x', [], { name: 7, colour: null, readOnly: 'yes' }])
    expect(readProfile(rubbish, settings)).toEqual({ name: 'Test', colour: 'green', readOnly: true })
})

test('reports a locked instance by its name', () => {
  expect(writeBlockOf(undefined)).toBeNull()
  expect(writeBlockOf({ name: '', colour: '', readOnly: false })).toBeNull()
  expect(writeBlockOf({ name: 'Live', colour: '', readOnly: true })).toContain('Live is locked read-only')
  expect(writeBlockOf({ name: '', colour: '', readOnly: true })).toContain('This instance is locked read-only')
})

test('accepts our colour names and hexadecimal codes, with readable text on them', () => {
  expect(instanceColour('Red')).toEqual({ background: instanceColours.red, text: '#ffffff' })
  expect(instanceColour('#FC0')).toEqual({ background: '#ffcc00', text: '#000000' })
  for (const other of ['', 'url(x)', 'red;', '#12', 'constructor']) expect(instanceColour(other)).toBeNull()
  for (const name of Object.keys(instanceColours)) expect(instanceColour(name)?.text).toBe('#ffffff')
})

test('reads settings defensively from any file', () => {
  expect(readSettings(null)).toEqual(defaultSettings)
  expect(readSettings({ instanceUrl: 'https://api.example.test//', apiKey: 7, readOnly: 1, more: 'x' })).toEqual({
    ...defaultSettings,
    instanceUrl: 'https://api.example.test',
  })
})
