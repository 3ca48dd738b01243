import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { rejectWith, respondWith } from '../answering.ts'
import { codeEditor, typeCode } from '../code-editor.ts'
import { expectMessage } from '../expect-message.ts'
import { type Visit, visit } from '../render-route.tsx'
import { withPlatform } from '../saying.ts'

const instance = sharedInstance()
const { root } = instance
type Through = ReturnType<typeof respondWith>

const open = (path: string, ...through: readonly Through[]) =>
  visit(instance, path, {
    as: root,
    through: (reach) => through.reduce((reached, between) => between(reached), reach),
  })
const press = async ({ user }: Visit, name: string | RegExp) => user.click(await screen.findByRole('button', { name }))
const name = 'db.get.pre_process'

test('Scripts: reports failed loading, missing access and a missing script', async () => {
  await open('/scripts', rejectWith({ part: '/system/event_script?fields' }, 500, 'Out of order.'))
  await expectMessage('scripts.load')
  const page = await open('/scripts', rejectWith({ part: '/system/script_type' }, 403, 'No.'))
  await expectMessage('scripts.no-access')
  expect(page.address()).toBe('/home')
  await open(
    '/scripts',
    withPlatform((own) => ({ ...own, is_hosted: true })),
  )
  await expectMessage('scripts.hosted')
})

test('reports each step from the draft to the deletion of a script', async () => {
  const page = await open(`/scripts/${name}`)
  typeCode(await codeEditor(), 'return null')
  await press(page, 'Save')
  await expectMessage('scripts.saved', { name })
  await press(page, 'Delete')
  await expectMessage('scripts.delete', { name })
  await press(page, 'Delete script')
  await expectMessage('scripts.deleted')
})

test('reports a file of another type', async () => {
  const page = await open(`/scripts/${name}`)
  await codeEditor()
  const files = page.user
  const input = await screen.findByLabelText<HTMLInputElement>('Script file')
  input.removeAttribute('accept')
  await files.upload(input, new File(['x'], 'script.rb'))
  await expectMessage('scripts.other-file', { formats: '.js, .php, .py, .txt' })
})

test('reports pulling a script from its source, and clearing its cache', async () => {
  const stored = { name, type: 'nodejs', storage_service_id: 3, storage_path: 'a.js' }
  const script = respondWith({ part: `/system/event_script/${name}`, verb: 'GET' }, 200, stored)
  const files = respondWith({ part: '/api/v2/?group=' }, 200, {
    services: [{ id: 3, name: 'files', type: 'local_file' }],
  })
  const page = await open(
    `/scripts/${name}`,
    script,
    files,
    rejectWith({ part: '/files/a.js' }, 404, 'No.'),
    rejectWith({ part: `/system/cache/_event/${name}` }, 500, 'No.'),
  )
  await press(page, 'Source control')
  await press(page, 'View Latest')
  await expectMessage('scripts.pull-failed')
  await press(page, 'Delete Cache')
  await expectMessage('scripts.not-cleared')

  const working = await open(
    `/scripts/${name}`,
    script,
    files,
    respondWith({ part: '/files/a.js' }, 200, 'return 1'),
    respondWith({ part: `/system/cache/_event/${name}` }, 200, { success: true }),
  )
  await press(working, 'Source control')
  await press(working, 'View Latest')
  await expectMessage('scripts.pulled')
  await press(working, 'Delete Cache')
  await expectMessage('scripts.cleared')
})
