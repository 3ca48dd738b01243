import { expect, it } from 'vitest'
import { addressesOf, withFailover } from './several-hosts.ts'

const down = async (): Promise<string> => {
  throw new Error('down')
}

it('splits an address with several hosts into one address per host', () => {
  expect(addressesOf('postgres://ann:secret@one:5432,other/shop?ssl=1')).toEqual([
    'postgres://ann:secret@one:5432/shop?ssl=1',
    'postgres://ann:secret@other/shop?ssl=1',
  ])
  expect(addressesOf('postgres://one/shop')).toEqual(['postgres://one/shop'])
})

it('throws the error of the last server if none of them works', async () => {
  const last = async (): Promise<string> => {
    throw new Error('last')
  }
  await expect(withFailover([down, last])()).rejects.toThrow('last')
})

it('finds the working server for calls that fail at the same time', async () => {
  const call = withFailover([down, async () => 'answer', down])
  expect(await Promise.all([call(), call(), call()])).toEqual(['answer', 'answer', 'answer'])
})

it('starts with the server that succeeded last', async () => {
  const called: number[] = []
  const server = (n: number, works: boolean) => async () => {
    called.push(n)
    if (!works) throw new Error('down')
    return n
  }
  const call = withFailover([server(0, false), server(1, true)])
  await call()
  await call()
  expect(called).toEqual([0, 1, 1])
})
