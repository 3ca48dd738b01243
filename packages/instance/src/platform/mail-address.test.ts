import { describe, expect, it } from 'vitest'
import { isAddress, mailboxTexts, readMailboxes } from './mail-address.ts'

describe('a list of mailboxes', () => {
  it.each([
    ['', []],
    [' , ', []],
    ['ann@example.org', [['', 'ann@example.org']]],
    [
      'Ann Lee <ann@example.org>, bob@example.org',
      [
        ['Ann Lee', 'ann@example.org'],
        ['', 'bob@example.org'],
      ],
    ],
    [
      '"Doe, Jane" <jane@example.org>,"A ""B" <x@example.org>',
      [
        ['Doe, Jane', 'jane@example.org'],
        ['', '"A ""B" <x@example.org>'],
      ],
    ],
    ['"Say \\"hi\\", \\\\ you" <a@example.org>', [['Say "hi", \\ you', 'a@example.org']]],
    ['<a@example.org>', [['', 'a@example.org']]],
    ['"" <a@example.org>', [['', 'a@example.org']]],
    ['Ann <a@example.org> Lee', [['', 'Ann <a@example.org> Lee']]],
    ['"open <a@example.org>, b@example.org', [['', '"open <a@example.org>, b@example.org']]],
    ['<a@example.org, b@example.org', [['', '<a@example.org, b@example.org']]],
  ])('is read with commas in quotation marks: %s', (text, mailboxes) => {
    expect(readMailboxes(text).map(({ name, address }) => [name, address])).toEqual(mailboxes)
  })

  it('is read in time that grows with its length only', () => {
    for (const piece of ['"', '<', '\\"', '",', '"<', 'a <'])
      expect(readMailboxes(piece.repeat(200_000)).every(({ address }) => !isAddress(address))).toBe(true)
    expect(mailboxTexts('a@b,'.repeat(100_000))).toHaveLength(100_000)
  })
})
