import { describe, expect, test } from 'vitest'
import { marketplaceLicence, readLicence } from './licence.ts'

const code = 'a'.repeat(25)

describe('a marketplace subscription', () => {
  test.each([
    ['a product code that is too short', 'a'.repeat(24), 'i-0abc'],
    ['a product code that is too long', 'a'.repeat(26), 'i-0abc'],
    ['another kind of identifier', code, 'vm-0abc'],
    ['no product code', undefined, 'i-0abc'],
  ])('is invalid with %s', (_, product, instance) => {
    const platform = { aws_instance_id: instance, ...(product === undefined ? {} : { aws_product_code: product }) }
    expect(marketplaceLicence(platform)).toMatchObject({
      status: 401,
      message: 'License key is invalid.',
      renewalDate: '',
    })
  })

  test('is paid if product code and instance id are valid', () => {
    expect(marketplaceLicence({ aws_product_code: code, aws_instance_id: 'i-0abc' })).toMatchObject({
      status: 200,
      state: 'Paid',
      renewalDate: 'View in AWS Console',
    })
  })
})

describe('the response of a licence service', () => {
  test.each([
    ['a text', 'Forbidden'],
    ['nothing', null],
    ['a number', 7],
  ])('is ignored if it is %s', (_, body) => {
    expect(readLicence({ status: 403, body })).toBeNull()
  })

  test.each([
    [401, { status_code: 401 }, 401],
    [200, { status_code: '401' }, 401],
    [401, {}, 401],
    [200, {}, 200],
    [500, { status_code: 200 }, 200],
  ])('counts with the status %s and the body %j as %s', (status, body, counted) => {
    expect(readLicence({ status, body })?.status).toBe(counted)
  })

  test.each([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
    [undefined, false],
    [1, false],
  ])('disables the console for disable_ui %j: %s', (disable_ui, disabled) => {
    expect(readLicence({ status: 200, body: { disable_ui } })?.disableUi).toBe(disabled)
  })
})
