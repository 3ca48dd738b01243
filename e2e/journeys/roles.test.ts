import { expect } from 'vitest'
import { administration } from '../harness/administration.ts'
import { recordsOf } from '../harness/api.ts'

administration('the rules of a role and their matrix are accessible', async ({ visitor, api }) => {
  const { page, barriers } = visitor
  const access = [{ service_id: null, component: '*', verb_mask: 1, requestor_mask: 1 }]
  const role = { name: 'Wide', is_active: true, role_service_access_by_role_id: access }
  const [wide] = recordsOf(await api.call('POST', 'system/role?fields=id', { resource: [role] }))
  await page.goto(`/roles/${wide?.id}`)
  await page.getByRole('tab', { name: 'Access' }).click()
  await page.getByRole('checkbox', { name: 'GET on system, allowed by a broader rule' }).waitFor()
  expect(await barriers()).toEqual([])
  await page.getByRole('button', { name: 'Explain access', exact: true }).click()
  await page.getByLabel('Path').fill('system/role')
  await page.getByText('Allowed', { exact: true }).waitFor()
  expect(await barriers()).toEqual([])
  await page.getByRole('radio', { name: 'Rules' }).click()
  await page.getByRole('button', { name: 'Delete rule 1' }).waitFor()
  expect(await barriers()).toEqual([])
  await page.getByRole('button', { name: 'Copy from another role' }).click()
  await page.getByRole('option', { name: 'Wide' }).waitFor()
  expect(await barriers()).toEqual([])
})
