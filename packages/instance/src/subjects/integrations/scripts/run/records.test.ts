import { afterAll, describe, expect, it } from 'vitest'
import type { ScriptLanguage } from '../../../../gateway/ports/script-runner.ts'
import { isInstalled } from '../script-service.ts'
import { createScriptRunner } from './create-script-runner.ts'

const runner = createScriptRunner({
  bounds: { time: 10_000, memory: 48, calls: 20 },
  processes: 2,
  hidden: import.meta.dirname,
})
afterAll(() => runner.close())

const sources = {
  nodejs: {
    count: 'return { n: event.request.records.length }',
    change: 'for (const record of event.request.records) record.seen = true',
    add: 'event.request.records.push({ added: 1 })',
    replace: "event.request.records = event.request.records.map((record) => ({ name: record.name + '!' }))",
    answer: 'for (const record of event.response.records) record.seen = true; return event',
  },
  python3: {
    count: "return {'n': len(event['request']['records'])}",
    change: "for record in event.request.records:\n  record['seen'] = True",
    add: "event.request.records.append({'added': 1})",
    replace: "event.request.records = [{'name': each['name'] + '!'} for each in event.request.records]",
    answer: "for record in event.response.records:\n  record['seen'] = True\nreturn event",
  },
  php: {
    count: "return ['n' => count($event['request']['records'])];",
    change:
      "foreach ($event['request']['records'] as $at => $record) $event['request']['records'][$at]['seen'] = true;",
    add: "$event['request']['records'][] = ['added' => 1];",
    replace:
      "$event['request']['records'] = array_map(fn ($each) => ['name' => $each['name'] . '!'], $event['request']['records']);",
    answer:
      "foreach ($event['response']['records'] as $at => $record) $event['response']['records'][$at]['seen'] = true; return $event;",
  },
} satisfies Partial<Record<ScriptLanguage, Record<string, string>>>

describe.each(['nodejs', 'python3', 'php'] as const)('the records of a body in %s', (language) => {
  const absent = !isInstalled(language)
  const source = sources[language]

  async function run(text: string, payload: unknown, content?: unknown) {
    const event = { request: { payload }, ...(content === undefined ? {} : { response: { content } }) }
    const platform = { session: {}, config: {} }
    const api = () => Promise.reject(new Error('No calls are expected.'))
    const done = await runner.run({ language, source: text, name: 'x.post', event, platform, api, depth: 0 })
    if (!done.ok) throw new Error(done.error.message)
    return done
  }
  const payloadAfter = async (text: string, payload: unknown) => (await run(text, payload)).event.request

  it.skipIf(absent)('are none where a body has no records', async () => {
    for (const payload of [null, 5, 'text', [], [1, 2], { ids: [1] }, { resource: [1, 2] }, { error: { code: 400 } }])
      expect((await run(source.count, payload)).returned).toEqual({ n: 0 })
  })

  it.skipIf(absent)('are a list, however they are wrapped, and changes to them are changes of the body', async () => {
    const a = { name: 'a' }
    const seen = { ...a, seen: true }
    expect(await payloadAfter(source.change, { resource: [a, a], meta: 1 })).toEqual({
      payload: { resource: [seen, seen], meta: 1 },
    })
    expect(await payloadAfter(source.change, [a])).toEqual({ payload: [seen] })
    expect(await payloadAfter(source.change, a)).toEqual({ payload: seen })
    expect(await payloadAfter(source.change, { resource: a })).toEqual({ payload: { resource: seen } })
    expect(await payloadAfter(source.change, { resource: [] })).toEqual({ payload: { resource: [] } })
    expect(await payloadAfter(source.change, 7)).toEqual({ payload: 7 })
  })

  it.skipIf(absent)('can be added and replaced', async () => {
    const a = { name: 'a' }
    const added = { added: 1 }
    expect(await payloadAfter(source.add, { resource: [a] })).toEqual({ payload: { resource: [a, added] } })
    expect(await payloadAfter(source.add, [a])).toEqual({ payload: [a, added] })
    expect(await payloadAfter(source.add, a)).toEqual({ payload: { resource: [a, added] } })
    expect(await payloadAfter(source.add, null)).toEqual({ payload: { resource: [added] } })
    const changed = { name: 'a!' }
    expect(await payloadAfter(source.replace, { resource: [a] })).toEqual({ payload: { resource: [changed] } })
    expect(await payloadAfter(source.replace, [a, a])).toEqual({ payload: [changed, changed] })
    expect(await payloadAfter(source.replace, a)).toEqual({ payload: changed })
    expect(await payloadAfter(source.replace, { resource: a })).toEqual({ payload: { resource: changed } })
  })

  it.skipIf(absent)('are those of the response too, and no part of what is returned', async () => {
    const { returned } = await run(source.answer, null, { resource: [{ id: 1 }] })
    expect(returned).toMatchObject({
      request: { payload: null },
      response: { content: { resource: [{ id: 1, seen: true }] } },
    })
    expect(JSON.stringify(returned)).not.toContain('records')
    for (const content of [3, { resource: [1, 2] }, 'text', { error: { code: 404 } }])
      expect((await run(source.answer, null, content)).event).toMatchObject({ response: { content } })
  })
})
