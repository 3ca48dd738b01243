/** The final page of a navigation. */
export interface Page {
  readonly url: URL
  readonly status: number
  readonly body: string
}

/** A browser without scripts that follows redirects, submits forms and keeps the cookies of this machine. */
export interface FormBrowser {
  /** Follows redirects until there is a page or `isEnd` matches a URL, which is not requested then. */
  visit(address: string | URL): Promise<Page>
  /** Submits the page's form that has all of these fields, filled in. Rejects if there is none. */
  submit(page: Page, fields: Readonly<Record<string, string>>): Promise<Page>
  /** Submits forms with these hidden fields as long as pages contain one, as their scripts would. */
  passOn(page: Page, fields: readonly string[]): Promise<Page>
  /** Loads the frames of a page, and passes on forms in them. */
  loadFrames(page: Page, fields: readonly string[]): Promise<readonly Page[]>
}

const longestWay = 20
/** Milliseconds per response. */
const patience = 20_000

export function openFormBrowser({ isEnd }: { readonly isEnd: (url: URL) => boolean }): FormBrowser {
  const cookies = new Map<string, string>()

  async function go(address: string | URL, form: URLSearchParams | null): Promise<Page> {
    let [url, body] = [new URL(address), form]
    for (let step = 0; step < longestWay; step += 1) {
      if (isEnd(url)) return { url, status: 0, body: '' }
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await fetch(url, {
        redirect: 'manual',
        headers: { cookie, accept: 'text/html' },
        signal: AbortSignal.timeout(patience),
        ...(body !== null && { method: 'POST', body }),
      })
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value === '' || value === 'deleted' || /;\s*max-age=0/i.test(line)) cookies.delete(name)
        else cookies.set(name, value)
      }
      const location = answer.headers.get('location')
      const text = await answer.text()
      if (answer.status < 300 || answer.status >= 400 || location === null) {
        return { url, status: answer.status, body: text }
      }
      url = new URL(location, url)
      body = null
    }
    throw new Error(`Too many redirects at ${url}`)
  }

  async function submit(page: Page, fields: Readonly<Record<string, string>>): Promise<Page> {
    const form = formsOf(page).find((each) => Object.keys(fields).every((name) => each.fields.has(name)))
    if (form === undefined) {
      throw new Error(`No form with ${Object.keys(fields)} at ${page.url} (${page.status}):\n${readable(page.body)}`)
    }
    const sent = new URLSearchParams([...form.fields])
    for (const [name, value] of Object.entries(fields)) sent.set(name, value)
    if (form.isPosted) return go(form.action, sent)
    form.action.search = String(sent)
    return go(form.action, null)
  }

  async function passOn(page: Page, fields: readonly string[]): Promise<Page> {
    let shown = page
    for (let step = 0; step < longestWay; step += 1) {
      const form = formsOf(shown).find((each) => fields.some((name) => each.fields.has(name)))
      if (form === undefined) return shown
      shown = await go(form.action, new URLSearchParams([...form.fields]))
    }
    throw new Error(`Too many forms at ${shown.url}`)
  }

  async function loadFrames({ url, body }: Page, fields: readonly string[]): Promise<readonly Page[]> {
    const shown: Page[] = []
    for (const [tag] of body.matchAll(/<iframe\b[^>]*>/gi)) {
      const source = attribute(tag, 'src')
      if (source !== null) shown.push(await passOn(await go(new URL(source, url), null), fields))
    }
    return shown
  }

  return { visit: (address) => go(address, null), submit, passOn, loadFrames }
}

interface Form {
  readonly action: URL
  readonly isPosted: boolean
  readonly fields: Map<string, string>
}

function formsOf({ url, body }: Page): Form[] {
  return [...body.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gis)].map(([, start = '', content = '']) => {
    const inputs = [...content.matchAll(/<(?:input|button)\b[^>]*>/gi)].map(([tag]) => tag)
    const fields = inputs.flatMap((tag): [string, string][] => {
      const name = attribute(tag, 'name')
      return name === null ? [] : [[name, attribute(tag, 'value') ?? '']]
    })
    return {
      action: new URL(attribute(start, 'action') || url.href, url),
      isPosted: attribute(start, 'method')?.toLowerCase() === 'post',
      fields: new Map(fields),
    }
  })
}

function attribute(tag: string, name: string): string | null {
  const [, double, single] = new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'is').exec(tag) ?? []
  const value = double ?? single
  return value === undefined ? null : decoded(value)
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decoded(text: string): string {
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16))
    return decimal === undefined ? (entities[name] ?? whole) : String.fromCodePoint(Number(decimal))
  })
}

const readable = (html: string) =>
  html
    .replace(/<(script|style)\b.*?<\/\1>|<[^>]*>/gis, ' ')
    .replace(/\s+/g, ' ')
    .slice(0, 1_500)
