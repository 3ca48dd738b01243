import { Problem } from '@millwright/contract/problem'
import { describe, expect, it } from 'vitest'
import { createBackground } from './background.ts'

describe('background work', () => {
  it('starts later, and idle() also waits for the work that it starts', async () => {
    const done: string[] = []
    const background = createBackground((text) => done.push(text))
    background.start('first', async () => {
      done.push('first')
      background.start('second', async () => {
        done.push('second')
      })
    })
    expect(done).toEqual([])
    await background.idle()
    expect(done).toEqual(['first', 'second'])
  })

  it('is logged if it fails', async () => {
    const logged: string[] = []
    const background = createBackground((text) => logged.push(text))
    background.start('A mail', async () => {
      throw new Problem(503, 'No mail server.')
    })
    await background.idle()
    expect(logged).toEqual(['A mail: No mail server.'])
  })
})
