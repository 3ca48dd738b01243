import { type Api, signIn } from './api.ts'
import { firstAdmin } from './instance.ts'
import { journey } from './journey.ts'

/** A journey that starts signed in as the first administrator, with an API client of the same administrator. */
export const administration = journey.extend<{ api: Api }>({
  api: [
    async ({ instance, visitor }, use) => {
      const api = await signIn(instance.url, firstAdmin)
      await visitor.enter(api)
      await use(api)
    },
    { auto: true },
  ],
})
