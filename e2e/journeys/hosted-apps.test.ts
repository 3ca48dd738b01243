import { expect } from 'vitest'
import { administration } from '../harness/administration.ts'
import { recordsOf } from '../harness/api.ts'
import { packageFile } from '../harness/package-file.ts'

/** A typical third-party app: it stores data in the browser, routes by URL, and calls the API with its key. */
const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Notes</title>
<base href="/files/Notes/"><h1>Notes</h1><p id="route"></p><ul id="list"></ul>
<a id="to" href="about">About</a><script src="js/app.js" defer></script></html>`
const script = `
const route = () => { document.getElementById('route').textContent = 'At ' + location.pathname.split('/').pop() }
document.getElementById('to').addEventListener('click', (event) => {
  event.preventDefault()
  history.pushState(null, '', event.target.href)
  route()
})
addEventListener('popstate', route)
route()
const count = Number(localStorage.getItem('visits') ?? 0) + 1
localStorage.setItem('visits', String(count))
sessionStorage.setItem('here', 'yes')
document.cookie = 'notes=' + count + '; path=/files/Notes'
const say = (text) => document.getElementById('list').append(Object.assign(document.createElement('li'), { textContent: text }))
say('visit ' + localStorage.getItem('visits') + ', session ' + sessionStorage.getItem('here') + ', cookie ' + document.cookie)
const key = new URLSearchParams(location.search).get('key') ?? localStorage.getItem('key')
localStorage.setItem('key', key)
const headers = { 'x-dreamfactory-api-key': key, 'content-type': 'application/json' }
const call = async (method, body) => {
  const answer = await fetch('/api/v2/sample/_table/tag?limit=1', { method, headers, body })
  return answer.status + ' ' + Object.keys(await answer.json()).join()
}
call('GET').then((read) => say('read ' + read))
  .then(() => call('POST', JSON.stringify({ resource: [{ name: 'by an app ' + count }] })))
  .then((written) => say('wrote ' + written))`

administration(
  'a hosted app runs on its own origin, isolated from the console',
  async ({ visitor, api, browser, instance }) => {
    const { page: console_ } = visitor
    const archive = packageFile({
      'description.json': JSON.stringify({ name: 'Notes', type: 1, path: 'index.html' }),
      'index.html': page,
      'js/app.js': script,
    })
    await console_.goto('/apps/import')
    await console_
      .getByLabel('Package file')
      .setInputFiles({ name: 'notes.dfpkg', mimeType: 'application/octet-stream', buffer: archive })
    await console_.getByRole('button', { name: 'Import', exact: true }).last().click()
    const [sample] = recordsOf(await api.call('GET', 'system/service?filter=name="sample"'))
    const access = { service_id: sample?.id, component: '_table/tag/*', verb_mask: 3, requestor_mask: 1 }
    const role = { name: 'Tags', is_active: true, role_service_access_by_role_id: [access] }
    await expect.poll(async () => recordsOf(await api.call('GET', 'system/app?filter=name="Notes"')).length).toBe(1)
    const [made] = recordsOf(await api.call('POST', 'system/role', { resource: [role] }))
    const [app] = recordsOf(await api.call('GET', 'system/app?filter=name="Notes"'))
    await api.call('PATCH', `system/app/${app?.id}`, { role_id: made?.id })

    const launch = new URL(String(app?.launch_url))
    expect(launch.origin).not.toBe(instance.url)
    expect(launch.pathname).toBe('/files/Notes/index.html')
    await console_.goto('/launchpad')
    expect(await console_.getByRole('link', { name: 'Notes' }).getAttribute('href')).toBe(launch.href)

    const context = await browser.newContext()
    const window = await context.newPage()
    const failures: string[] = []
    window.on('pageerror', (error) => failures.push(error.message))
    await window.goto(`${launch.href}?key=${app?.api_key}`)
    await window.getByText('visit 1, session yes, cookie notes=1').waitFor()
    await window.getByText('read 200 resource').waitFor()
    await window.getByText('wrote 200 resource').waitFor()
    await window.getByRole('link', { name: 'About' }).click()
    await window.getByText('At about').waitFor()
    await window.reload()
    await window.getByText('visit 2, session yes, cookie notes=2').waitFor()
    await window.getByText('At about').waitFor()
    await window.goBack()
    await window.getByText('At index.html').waitFor()
    expect(failures).toEqual([])

    // The app cannot read anything of the console: neither its pages, its storage, nor the API on its origin.
    const reached = await window.evaluate(async (origin) => {
      const readable = await fetch(`${origin}/millwright.json`).then(
        () => 'read',
        () => 'refused',
      )
      const opened = open(`${origin}/home`)
      // A new window is the empty page of its opener until the other page is there, and stays readable if that is of the same origin.
      for (;;) {
        try {
          if (opened?.location.href !== 'about:blank') return [readable, String(opened?.sessionStorage.length)]
        } catch {
          return [readable, 'refused']
        }
        await new Promise(requestAnimationFrame)
      }
    }, instance.url)
    expect(reached).toEqual(['refused', 'refused'])
    const framed = await window.evaluate(async (origin) => {
      const frame = document.createElement('iframe')
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
      frame.src = `${origin}/home`
      document.body.append(frame)
      await loaded
      return frame.contentDocument === null ? 'out of reach' : 'in reach'
    }, instance.url)
    expect(framed).toBe('out of reach')
    await context.close()
  },
)
