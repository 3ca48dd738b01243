import { expect, test } from 'vitest'
import { recordsOf, signIn } from '../harness/api.ts'
import { firstAdmin, startInstance } from '../harness/instance.ts'

test('acknowledged writes survive kill -9 during a stream of writes', async () => {
  await using instance = await startInstance()
  const api = await signIn(instance.url, firstAdmin)
  const acknowledged: string[] = []
  let writing = true
  const write = async (writer: number) => {
    for (let count = 0; writing; count++) {
      const names = [`w${writer}-${count}-a`, `w${writer}-${count}-b`]
      const resource = names.map((name) => ({ name, email: `${name}@example.com` }))
      const { status } = await api.call('POST', 'system/user?rollback=true', { resource }).catch(() => ({ status: 0 }))
      if (status < 200 || status >= 300) return
      acknowledged.push(...names)
      if (acknowledged.length >= 600 && writing) {
        writing = false
        await instance.stop('SIGKILL')
      }
    }
  }
  await Promise.all([1, 2, 3, 4].map(write))
  expect(acknowledged.length).toBeGreaterThanOrEqual(600)

  await using again = await instance.startAgain()
  const survivor = await signIn(again.url, firstAdmin)
  const kept = new Set(recordsOf(await survivor.call('GET', 'system/user?fields=name')).map(({ name }) => name))
  expect(acknowledged.filter((name) => !kept.has(name))).toEqual([])
  const halves = [...kept].filter((name) => typeof name === 'string' && /^w\d+-\d+-a$/.test(name))
  expect(halves.filter((name) => !kept.has(`${String(name).slice(0, -1)}b`))).toEqual([])
})

test('a session survives a restart', async () => {
  await using instance = await startInstance()
  const { call } = await signIn(instance.url, firstAdmin)
  await instance.stop()
  await using _again = await instance.startAgain()
  const { status, body } = await call('GET', 'system/admin/session')
  expect(status).toBe(200)
  expect(body.email).toBe(firstAdmin.email)
})
