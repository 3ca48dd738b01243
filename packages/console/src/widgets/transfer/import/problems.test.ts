import { expect, test } from 'vitest'
import { RejectedRows } from './check-file.ts'
import { ProblemGroups } from './problems.ts'

const tooLong = (length: number) => ({
  label: 'Country',
  message: `Too long: ${length} of at most 5 characters.`,
  value: 'x'.repeat(length),
})

test('groups equal problems regardless of values and numbers, with the first lines of each', () => {
  const groups = new ProblemGroups()
  for (let at = 0; at < 300; at += 1) groups.add({ number: at + 2, problems: [tooLong(6 + at)] })
  for (const email of ['a@x.test', 'b@x.test'])
    groups.add({ number: 400, problems: [{ label: null, message: `The email ${email} is taken.`, value: email }] })
  expect(groups.all.map(({ label, message, count, lines }) => [label, message, count, lines.length])).toEqual([
    ['Country', 'Too long: … of at most 5 characters.', 300, 100],
    [null, 'The email … is taken.', 2, 2],
  ])
  expect(groups.all[0]?.lines[0]).toEqual({
    number: 2,
    value: 'xxxxxx',
    message: 'Too long: 6 of at most 5 characters.',
  })
})

test('limits the memory for problems that are all different', () => {
  const groups = new ProblemGroups()
  const letters = (at: number) => String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26))
  for (let at = 0; at < 500; at += 1)
    groups.add({ number: at, problems: [{ label: null, message: `Refused ${letters(at)}`, value: null }] })
  expect(groups.all).toHaveLength(201)
  expect(groups.all[0]).toMatchObject({ message: 'Other problems', count: 300 })
})

test('writes rejected rows to a file with line and reason', async () => {
  const rejected = new RejectedRows({ columns: ['name', 'tags'], unit: 'line' })
  rejected.add({ number: 7, values: ['a,b', ['x']] }, { number: 7, problems: [tooLong(6)] })
  rejected.add(
    { number: 9, values: [undefined, ''] },
    { number: 9, problems: [{ label: null, message: '=1', value: null }] },
  )
  expect(await rejected.file().text()).toBe(
    `name,tags,Line,Problem\n"a,b","[""x""]",7,Country: Too long: 6 of at most 5 characters.\n,"",9,'=1\n`,
  )
})
