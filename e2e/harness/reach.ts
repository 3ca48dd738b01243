import type { Page } from 'playwright-core'

/** What `look` in the page returns. */
interface Sight {
  readonly problem: string | null
  /** Where to point: in what can still scroll around the control, or at the button. */
  readonly inside: readonly [number, number]
}

/** Pixels that one turn of the wheel scrolls, and most turns that reach the end of any panel. */
const turn = 1200
const mostTurns = 12

/**
 * Uses the panel or dialog in front as a person with a mouse does: scrolls to its end, points at its last control, and clicks its primary
 * button. Returns what was out of reach, as a sentence, or `null`. The click is recorded and has no effect.
 */
export async function outOfReach(page: Page): Promise<string | null> {
  let last = await look(page, 'last')
  for (let turns = 0; last.problem !== null && turns < mostTurns; turns++) {
    await page.mouse.move(...last.inside)
    await page.mouse.wheel(0, turn)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    last = await look(page, 'last')
  }
  if (last.problem !== null) return last.problem
  const { problem, inside: centre } = await look(page, 'primary')
  if (problem !== null) return problem
  await page.mouse.click(...centre)
  return page.evaluate(() =>
    document.documentElement.dataset.clicked === 'primary' ? null : 'the click arrived elsewhere',
  )
}

/** Looks for the last control of the content, or the primary button, where the mouse would find it. */
function look(page: Page, wanted: 'last' | 'primary'): Promise<Sight> {
  return page.evaluate((which) => {
    const inSight = (element: Element) => element.checkVisibility({ visibilityProperty: true })
    const front = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"], main')].filter(inSight)
    const panel =
      front.findLast((one) => one.hasAttribute('data-window')) ??
      front.findLast((one) => one.getAttribute('role') === 'dialog') ??
      front.at(-1) ??
      document.body
    const footer = [...panel.querySelectorAll('footer')].filter(inSight).at(-1)
    const buttons = [...(footer ?? panel).querySelectorAll('button')].filter(inSight)
    const controls = [...panel.querySelectorAll('input, select, textarea, button, a[href], [contenteditable="true"]')]
      .filter((one) => inSight(one) && !footer?.contains(one) && one.getBoundingClientRect().width > 4)
      .filter((one) => getComputedStyle(one).opacity !== '0')
    const target = which === 'primary' ? buttons.at(-1) : (controls.at(-1) ?? buttons.at(-1))
    const scrolls = (element: Element) =>
      element.scrollTop + element.clientHeight < element.scrollHeight - 1 &&
      /auto|scroll/.test(getComputedStyle(element).overflowY)
    let scroller: Element = target ?? panel
    while (scroller !== panel && !scrolls(scroller)) scroller = scroller.parentElement ?? panel
    const room = scroller.getBoundingClientRect()
    const top = Math.max(0, room.top)
    const bottom = Math.min(innerHeight, room.bottom)
    const aside: [number, number] = [Math.max(0, room.left) + 6, (top + bottom) / 2]
    if (!target) return { problem: `there is no button in ${panel.textContent?.slice(0, 40)}`, inside: aside }
    const name = target.getAttribute('aria-label') ?? (target.textContent?.trim().slice(0, 40) || target.tagName)
    const box = target.getBoundingClientRect()
    // A tall control, as a code editor is, counts as reached when its end is.
    const centre: [number, number] = [
      box.left + box.width / 2,
      box.height > 200 ? box.bottom - 12 : box.top + box.height / 2,
    ]
    const found = document.elementFromPoint(...centre)
    const isHit = found !== null && (target.contains(found) || target.closest('label')?.contains(found) === true)
    if (which === 'primary') {
      delete document.documentElement.dataset.clicked
      const record = (event: Event) => {
        event.preventDefault()
        event.stopImmediatePropagation()
        const isPrimary = event.target instanceof Node && target.contains(event.target)
        document.documentElement.dataset.clicked = isPrimary ? 'primary' : 'other'
      }
      if (isHit) addEventListener('click', record, { capture: true, once: true })
    }
    const seen = found ? `${found.tagName.toLowerCase()} «${found.textContent?.trim().slice(0, 30)}»` : 'nothing'
    return {
      problem: isHit
        ? null
        : `${which} control «${name}» is at ${centre.map(Math.round).join(', ')}, where there is ${seen}`,
      inside: which === 'primary' ? centre : aside,
    }
  }, wanted)
}
