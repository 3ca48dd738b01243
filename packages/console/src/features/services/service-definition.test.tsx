import type { EditorView } from '@codemirror/view'
import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { respondWith } from '../../testing/answering.ts'
import { chooseService } from '../../testing/choose-service.ts'
import { codeEditor, typeCode } from '../../testing/code-editor.ts'
import { visit } from '../../testing/render-route.tsx'
import { withTypes } from './testing/known-types.ts'

const instance = sharedInstance()

async function open(path: string, stored: object | null) {
  const sent: Record<string, unknown>[] = []
  const page = await visit(instance, path, {
    as: instance.root,
    through: (reach) => (input, init) => {
      if (init?.method === 'PUT' && typeof init.body === 'string') sent.push(JSON.parse(init.body))
      const answered = stored === null ? reach : respondWith({ part: '/system/service/900' }, 200, stored)(reach)
      return withTypes(answered)(input, init)
    },
  })
  return { sent, ...page }
}

const textOf = ({ state }: EditorView) => state.doc.toString()

const script = { id: 900, name: 'script', label: 'S', type: 'nodejs', is_active: true, config: { content: 'return 1' } }
const doc = { service_id: 900, format: 1, content: 'openapi: 3.0.0' }

test('shows the definition of a self-describing type read-only', async () => {
  await open('/services/900?section=definition', { ...script, type: 'sqlite', service_doc_by_service_id: doc })
  const view = await codeEditor()
  expect([textOf(view), view.state.readOnly]).toEqual(['openapi: 3.0.0', true])
  expect(screen.getByLabelText<HTMLSelectElement>('Select Format').disabled).toBe(true)
})

test('shows the definition of a self-describing type as the instance generates it', async () => {
  const id = await instance.make.serviceId('email')
  await visit(instance, `/services/${id}?section=definition`, { as: instance.root })
  const view = await codeEditor()
  expect(JSON.parse(textOf(view))).toMatchObject({ openapi: '3.0.3', paths: { '/': { post: {} } } })
  expect(view.state.readOnly).toBe(true)
})

test('does not send invalid JSON, and reports it at the editor', async () => {
  const { user, sent } = await open('/services/900?section=definition', script)
  const view = await codeEditor()
  typeCode(view, '{"openapi":')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Not valid JSON.')).toBeTruthy()
  expect(view.contentDOM.getAttribute('aria-invalid')).toBe('true')
  expect(sent).toEqual([])
})

test('loads a definition from a file, whose extension determines the format that is sent', async () => {
  const { user, sent } = await open('/services/900?section=definition', script)
  const view = await codeEditor()
  await user.upload(screen.getByLabelText('Definition file'), new File(['openapi: 3.1.0'], 'api.YML'))
  await waitFor(() => expect(textOf(view)).toBe('openapi: 3.1.0'))
  expect(screen.getByLabelText<HTMLSelectElement>('Select Format').value).toBe('yaml')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toEqual([{ service_doc_by_service_id: { content: 'openapi: 3.1.0', format: 1 } }]))
})

test('edits a script here, and clears it when a service stores it', async () => {
  const { user, sent } = await open('/services/900?section=config', script)
  const view = await codeEditor()
  expect(textOf(view)).toBe('return 1')
  typeCode(view, 'return 2')
  await chooseService(user, 'Link to a service', 'files')
  expect([textOf(view), view.state.readOnly]).toEqual(['', true])
  expect(screen.queryByLabelText('Repository')).toBeNull()
  await chooseService(user, 'Link to a service', '-- None --')
  expect([textOf(view), view.state.readOnly]).toEqual(['return 2', false])
  await chooseService(user, 'Link to a service', 'files')
  await user.type(screen.getByLabelText('Path'), 'a.js')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent).toMatchObject([
      { config: { content: null, storage_path: 'a.js', storage_service_id: expect.any(Number) } },
    ]),
  )
})
