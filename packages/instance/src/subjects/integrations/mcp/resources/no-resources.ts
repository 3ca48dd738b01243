import type { Resources } from '../surface.ts'

export const noResources: Resources = {
  list: async () => [],
  templates: [],
  read: async () => null,
  complete: async () => [],
}
