import { follows, namedInSettings } from '@millwright/instance/subjects/ground/system/dependents/find-dependents'
import { consequences } from '@millwright/instance/subjects/ground/system/dependents/graph'
import { expect, test } from 'vitest'
import translated from './consequences.de.json'

test('translates every consequence for dependents that an instance reports to German', () => {
  const told = [...consequences, ...Object.values(namedInSettings), follows]
  expect(told.length).toBeGreaterThan(20)
  expect([...new Set(told)].toSorted()).toEqual(Object.keys(translated).toSorted())
})

test('says consequences in words that fit one dependent as well as many', () => {
  const told = [...consequences, ...Object.values(namedInSettings), follows]
  expect(told.filter((sentence) => /\b(they|their|them)\b/i.test(sentence))).toEqual([])
  expect(Object.values(translated).filter((sentence) => /^(Sie|Ihre?n?)\b/.test(sentence))).toEqual([])
})
