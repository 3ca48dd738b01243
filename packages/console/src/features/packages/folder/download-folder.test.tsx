import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { visit } from '../../../testing/render-route.tsx'

const instance = sharedInstance({ config: { sampleData: true } })

test('the folder is downloaded with the tables of the databases that are chosen', async () => {
  const saved: Blob[] = []
  const address = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) saved.push(blob)
    return 'blob:saved'
  })
  onTestFinished(() => address.mockRestore())
  const { user } = await visit(instance, '/package-manager?view=configuration', { as: instance.root })
  const download = async () => {
    const before = saved.length
    await user.click(await screen.findByRole('button', { name: 'Download folder' }))
    await waitFor(() => expect(saved).toHaveLength(before + 1))
    return new TextDecoder('latin1').decode(await saved.at(-1)?.arrayBuffer())
  }
  expect(await download()).not.toContain('schema/')
  await user.click(await screen.findByRole('checkbox', { name: 'With tables' }))
  expect(await download()).toContain('schema/sample/product.yaml')
  await user.click(screen.getByRole('checkbox', { name: 'sample' }))
  const text = await download()
  expect(text).toContain('services/sample.yaml')
  expect(text).not.toContain('schema/sample/')
})
