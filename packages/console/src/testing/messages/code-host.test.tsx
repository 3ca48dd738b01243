import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { withTypes } from '../../features/services/testing/known-types.ts'
import { expectMessage } from '../expect-message.ts'
import { externalServer } from '../external-server.ts'
import { visit } from '../render-route.tsx'

const instance = sharedInstance()
const outside = externalServer()

async function openImport() {
  const page = await visit(instance, '/services/new?type=nodejs&section=config', {
    as: instance.root,
    settings: { codeHostUrl: `${outside.url}/` },
    through: withTypes,
  })
  await page.user.click(await screen.findByRole('button', { name: 'From a code host' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import from a code host' }))
  return { ...page, dialog }
}

test('Code host: reports a wrong extension, a missing file and rejected credentials, and loads the file', async () => {
  outside.answer(404, {})
  const { user, dialog } = await openImport()
  const address = dialog.getByLabelText('Address of the file')
  await user.type(address, 'https://code.example.com/o/r/blob/main/a.py')
  await expectMessage('code-host.format', { formats: 'js' })
  await user.clear(address)
  await user.type(address, 'https://code.example.com/o/r/blob/main/a.js')
  await user.type(await dialog.findByLabelText('Username'), 'ada')
  await user.type(dialog.getByLabelText('Password or token'), 'hüsh')
  await user.click(dialog.getByRole('button', { name: 'Import' }))
  await expectMessage('code-host.missing')
  outside.answer(401, {})
  await user.click(dialog.getByRole('button', { name: 'Import' }))
  await expectMessage('code-host.refused')
  expect(outside.requests.map(({ path }) => path)).toContain('/repos/o/r/contents/a.js?ref=main')
  const sent = outside.requests.at(-1)?.headers ?? {}
  expect(sent.authorization).toBe(`Basic ${Buffer.from('ada:hüsh').toString('base64')}`)
  expect(Object.keys(sent).filter((name) => name.startsWith('x-'))).toEqual([])

  outside.answer(200, {
    content: Buffer.from('return "ü"')
      .toString('base64')
      .replace(/(.{6})/g, '$1\n'),
  })
  await user.click(dialog.getByRole('button', { name: 'Import' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Import from a code host' })).toBeNull())
  await waitFor(() =>
    expect(document.querySelector('[data-code-editor]')?.shadowRoot?.textContent).toContain('return "ü"'),
  )
})

test('Code host: requires no credentials for a public repository', async () => {
  outside.answer(200, { private: false, content: Buffer.from('return 1').toString('base64') })
  const { user, dialog } = await openImport()
  await user.type(dialog.getByLabelText('Address of the file'), 'https://raw.example.com/o/r/main/a.js')
  await waitFor(() => expect(outside.requests).toHaveLength(1))
  await user.click(dialog.getByRole('button', { name: 'Import' }))
  await waitFor(() => expect(outside.requests).toHaveLength(2))
  expect(outside.requests[1]?.headers).not.toHaveProperty('authorization')
})

test('Code host: is not offered if none is configured', async () => {
  await visit(instance, '/services/new?type=nodejs&section=config', { as: instance.root, through: withTypes })
  await screen.findByRole('button', { name: 'From a file' })
  expect(screen.queryByRole('button', { name: 'From a code host' })).toBeNull()
})
